/** Says things to screen readers. One polite region for the whole page; `role="alert"` is for `Alert`. */
import { useSyncExternalStore } from 'react';
import styles from './hidden.module.css';

let said = { text: '', turn: 0 };
const listeners = new Set<() => void>();

export function announce(text: string): void {
  said = { text, turn: said.turn + 1 };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Mount once, outside everything that comes and goes. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => said);
  // A new key makes the same words be said again.
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className={styles.hidden}>
      <span key={turn}>{text}</span>
    </div>
  );
}
