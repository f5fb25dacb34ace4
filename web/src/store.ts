/** What lives outside React: values of this page that screens follow, and what the browser keeps. */
import { useEffect, useState, useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  /** Calls `listener` after each change; gives what ends that. */
  subscribe: (listener: () => void) => () => void;
  /** The value, in a component. */
  use: () => T;
}

/** A value that is set outside React, and drawn anew where it is used. `onSet` is told of every change before the screens are. */
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

/** A storage that may refuse, as in private windows: then nothing is kept, and what was to be kept holds for the page. */
function keeper(storage: () => Storage) {
  return {
    read: (key: string): string | undefined => {
      try {
        return storage().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    /** Keeps `text`; `undefined` forgets it. */
    keep: (key: string, text: string | undefined): void => {
      try {
        if (text === undefined) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Refused.
      }
    },
  };
}

/** What this tab keeps, also over a reload. */
export const inTab = keeper(() => sessionStorage);
/** What this browser keeps, for all its tabs. */
export const inBrowser = keeper(() => localStorage);

const MINUTE = 60_000;

/** The time, kept right to the minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE - (now.getTime() % MINUTE));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** What this page has kept, by its key: where storage is refused it holds for the page. Another tab's change takes its place. */
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

/** A list of words kept in this browser under `key`, and what changes it. */
export function useStoredList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const text = own.use().get(key) ?? inBrowser.read(key) ?? '[]';
  const set = (next: readonly string[]) => {
    const value = JSON.stringify(next);
    inBrowser.keep(key, value);
    own.set(new Map(own.get()).set(key, value));
  };
  return [parse(text), set];
}
