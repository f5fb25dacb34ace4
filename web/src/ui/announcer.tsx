/** Says things to screen readers. One polite region for the whole page; `role="alert"` is for `Alert`. */
import { useState, useSyncExternalStore } from 'react';
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

/** Mount once outside everything that comes and goes, and once in each modal: behind one, the page's own is inert. */
export function Announcer() {
  const { text, turn } = useSyncExternalStore(subscribe, () => said);
  // What was said before a dialog opened isn't said again in it.
  const [since] = useState(turn);
  // A new key makes the same words be said again.
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className={styles.hidden}>
      <span key={turn}>{turn > since && text}</span>
    </div>
  );
}
