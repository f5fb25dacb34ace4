/** Elements that are invisible, or visible only with the focus: text for screen readers, and the skip link. */
import { useState, type ReactNode } from 'react';
import { createStore } from '../store';
import styles from './hidden.module.css';

const said = createStore({ text: '', turn: 0 });

/**
 * Announces text to screen readers. The page has one polite region; `role="alert"` is reserved for `Alert`.
 */
export function announce(text: string): void {
  said.set({ text, turn: said.get().turn + 1 });
}

/**
 * Mount this once outside everything that appears and disappears, and once in each modal dialog, because the page's own
 * region is inert behind a modal.
 */
export function Announcer() {
  const { text, turn } = said.use();
  // An announcement made before a dialog opened isn't repeated inside it.
  const [since] = useState(turn);
  // With a new key, screen readers announce the same text again.
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className={styles.hidden}>
      <span key={turn}>{turn > since && text}</span>
    </div>
  );
}

/** Announced but not visible. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** The first Tab stop. `target` is the id of the main landmark, which takes the focus (`tabIndex={-1}`). */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        // The URL must not change, because it's the state.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
