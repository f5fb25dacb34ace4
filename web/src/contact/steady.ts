/** Something is open that must not change under the reader's eyes: a text that is enlarged. New content waits for it. */
import { useEffect, useSyncExternalStore } from 'react';

let held = 0;
const listeners = new Set<() => void>();

function add(by: 1 | -1): void {
  held += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Holds what is shown as it is, while mounted. */
export function useSteady(): void {
  useEffect(() => {
    add(1);
    return () => add(-1);
  }, []);
}

/** Whether what is shown is to stay as it is. */
export function useIsSteady(): boolean {
  return useSyncExternalStore(subscribe, () => held > 0);
}
