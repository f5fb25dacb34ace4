import styles from './Progress.module.css';
import { classes } from './words';

export interface ProgressProps {
  /** The current step, from 1. */
  value: number;
  total: number;
  /** The bar's accessible name. */
  label: string;
}

/** The progress through a few steps. */
export function Progress({ value, total, label }: ProgressProps) {
  const text = `Step ${value} of ${total}`;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={total}
      aria-valuenow={value}
      aria-valuetext={text}
      className={styles.progress}
    >
      <span>{text}</span>
      <span className={styles.bar}>
        {Array.from({ length: total }, (_, index) => (
          <span key={index} className={classes(styles.part, index < value && styles.done)} />
        ))}
      </span>
    </div>
  );
}
