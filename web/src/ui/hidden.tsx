/** What isn't seen, or only once it has the focus: words for screen readers, and the way past the header. */
import { useState, type ReactNode } from 'react';
import { createStore } from '../store';
import styles from './hidden.module.css';

const said = createStore({ text: '', turn: 0 });

/** Says it to screen readers. One polite region for the whole page; `role="alert"` is for `Alert`. */
export function announce(text: string): void {
  said.set({ text, turn: said.get().turn + 1 });
}

/** Mount once outside everything that comes and goes, and once in each modal: behind one, the page's own is inert. */
export function Announcer() {
  const { text, turn } = said.use();
  // What was said before a dialog opened isn't said again in it.
  const [since] = useState(turn);
  // A new key makes the same words be said again.
  return (
    <div role="status" aria-live="polite" aria-atomic="true" className={styles.hidden}>
      <span key={turn}>{turn > since && text}</span>
    </div>
  );
}

/** Read aloud, not seen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>;
}

/** The first thing that Tab reaches. `target` is the id of the main landmark, which takes the focus (`tabIndex={-1}`). */
export function SkipLink({ target, children }: { target: string; children: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${target}`}
      onClick={(event) => {
        // The address stays as it is: it is the state.
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}
    >
      {children}
    </a>
  );
}
