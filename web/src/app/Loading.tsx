import { Delayed } from '../ui';
import styles from './CalmState.module.css';

/** While something comes. Nothing for the first 300 ms. */
export function Loading() {
  return (
    <Delayed>
      <div className={styles.state}>
        <p role="status">Loading…</p>
      </div>
    </Delayed>
  );
}
