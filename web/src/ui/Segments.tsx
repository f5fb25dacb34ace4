import styles from './Segments.module.css';
import { classes } from './words';

export interface SegmentsProps<V extends string> {
  /** The accessible name of the group. */
  label: string;
  /** The name of the radio buttons, unique on the page. */
  name: string;
  options: readonly { value: V; label: string }[];
  value: V | undefined;
  onChange: (value: V) => void;
  /** Fills the available width with equal parts. */
  wide?: boolean;
}

/** A choice of one among a few, side by side. */
export function Segments<V extends string>({ label, name, options, value, onChange, wide = false }: SegmentsProps<V>) {
  return (
    <fieldset className={classes(styles.segments, wide && styles.wide)} aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} value={option.value} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
