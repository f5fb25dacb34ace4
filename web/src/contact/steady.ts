/** Something is open that must not change under the reader's eyes: a text that is enlarged. New content waits for it. */
import { useEffect } from 'react';
import { createStore } from './store';

const held = createStore(0);

/** Holds what is shown as it is, while mounted. */
export function useSteady(): void {
  useEffect(() => {
    held.set(held.get() + 1);
    return () => held.set(held.get() - 1);
  }, []);
}

/** Whether what is shown is to stay as it is. */
export function useIsSteady(): boolean {
  return held.use() > 0;
}
