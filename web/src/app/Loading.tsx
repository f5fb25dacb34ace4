import { Waiting } from '../ui';
import styles from './CalmState.module.css';

/** While something comes. Nothing for the first 300 ms. */
export function Loading() {
  return (
    <div className={styles.state}>
      <Waiting />
    </div>
  );
}
