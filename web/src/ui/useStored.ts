import { useCallback, useSyncExternalStore } from 'react';

/** A list of words kept in this browser under `key`. Where storage is refused it holds for the page. */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string {
  const held = memory.get(key);
  if (held !== undefined) return held;
  let text = '[]';
  try {
    text = localStorage.getItem(key) ?? '[]';
  } catch {
    // Refused: nothing was kept.
  }
  memory.set(key, text);
  return text;
}

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key !== null) memory.delete(event.key);
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}

export function useStoredList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const text = useSyncExternalStore(subscribe, () => read(key));
  const set = useCallback(
    (next: readonly string[]) => {
      const value = JSON.stringify(next);
      memory.set(key, value);
      try {
        localStorage.setItem(key, value);
      } catch {
        // Refused: it holds for the page.
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [parse(text), set];
}
