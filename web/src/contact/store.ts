/** A value of this page that screens follow: set outside React, drawn anew where it is used. */
import { useEffect, useState, useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (next: T) => void;
  /** Calls `listener` after each change; gives what ends that. */
  subscribe: (listener: () => void) => () => void;
  /** The value, in a component. */
  use: () => T;
}

/** `onSet` is told of every change before the screens are. */
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

/** What this tab keeps under `key`, also over a reload; nothing where the browser refuses. */
export function readTab(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps `text` for this tab; `undefined` forgets it. Where the browser refuses it holds for the page. */
export function keepInTab(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Refused.
  }
}

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
