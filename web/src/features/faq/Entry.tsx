/** An entry in the list. On a phone an answer is cut short, but that of the best, and where the keyboard is. */
import { memo, useId } from 'react';
import type { Hit } from './listing';
import { classes } from '../../ui';
import styles from './Entry.module.css';
import { Actions, Answer, Marked, Note, Tags } from './parts';

interface Props {
  hit: Hit;
  /** Its place in what was found, from 1. */
  number: number;
  /** The one that Tab stops at. */
  current: boolean;
  /** The one that is shown whole, with what is for the volunteer alone. */
  whole: boolean;
  onOpen: (id: string) => void;
}

export const Entry = memo(function Entry({ hit, number, current, whole, onOpen }: Props) {
  const question = useId();
  const stop = current ? 0 : -1;
  return (
    <li value={number} className={classes(styles.entry, whole && styles.whole)}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <button
        type="button"
        id={question}
        data-entry={hit.id}
        aria-haspopup="dialog"
        tabIndex={stop}
        className={styles.question}
        onClick={() => onOpen(hit.id)}
      >
        <Marked text={hit.question} ranges={hit.highlights.question} />
      </button>
      <Answer hit={hit} tabbable={current} className={styles.answer} />
      {whole && <Note hit={hit} tabbable={current} className={styles.note} />}
      <Tags hit={hit} />
      <Actions look="quiet" entry={hit} tabIndex={stop} about={question} className={styles.actions} />
    </li>
  );
});
