import styles from './SkipLink.module.css';

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
