/** State outside React: this page's values that screens subscribe to, and what the browser stores. */
import { useEffect, useState, useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  subscribe: (listener: () => void) => () => void;
  /** Returns the value in a component, which re-renders on every change. */
  use: () => T;
}

/**
 * Creates a value that's set outside React and re-renders the components that use it. `onSet` is called on every change,
 * before the screens are notified.
 */
export function createStore<T>(first: T, onSet?: (next: T) => void): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      onSet?.(next);
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}

/**
 * Wraps storage that private windows, for example, may block. If so, values are kept only for the life of the page.
 */
function keeper(storage: () => Storage) {
  return {
    read: (key: string): string | undefined => {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** Stores `text`; `undefined` removes it. */
    keep: (key: string, text: string | undefined): void => {
      try {
        if (text === undefined) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Storage is blocked.
      }
    },
  };
}

/** Per-tab storage that survives a reload. */
export const inTab = keeper(() => sessionStorage);
/** Storage that all tabs of this browser share. */
export const inBrowser = keeper(() => localStorage);

const MINUTE = 60_000;

/** Returns the current time, accurate to the minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE - (now.getTime() % MINUTE));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/**
 * The values that this page has stored, by key, as a fallback if storage is blocked. A change from another tab replaces
 * them.
 */
const own = createStore<ReadonlyMap<string, string>>(new Map());

addEventListener('storage', ({ key }) => own.set(new Map([...own.get()].filter(([name]) => name !== key))));

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Returns a list of strings stored in this browser under `key`, and a setter. */
export function useStoredList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const text = own.use().get(key) ?? inBrowser.read(key) ?? '[]';
  const set = (next: readonly string[]) => {
    const value = JSON.stringify(next);
    inBrowser.keep(key, value);
    own.set(new Map(own.get()).set(key, value));
  };
  return [parse(text), set];
}
