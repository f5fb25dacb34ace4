/** What was asked and answered, in order; 1 is the choice of the region, where the helpline has regions. */
import { shortText } from '../../contact/texts';
import type { HistoryEntry } from '../../contact/walk';
import styles from './History.module.css';

export interface HistoryProps {
  entries: readonly HistoryEntry[];
  /** What the first entry is called. */
  firstEntry: string;
}

export function History({ entries, firstEntry }: HistoryProps) {
  return (
    <ol role="list">
      {entries.map((entry, index) => (
        <li key={entry.kind === 'state' ? 'state' : entry.node} className={styles.entry}>
          <span className={styles.number}>{index + 1}</span>
          <span className={styles.question}>{entry.kind === 'state' ? firstEntry : shortText(entry.question)}</span>
          <strong className={styles.answer}>{entry.kind === 'state' ? entry.answer : entry.answer.text}</strong>
        </li>
      ))}
    </ol>
  );
}
