/** An entry in the list: as much of the answer as tells whether it is the right one; all of it of the best, and where the keyboard is. */
import { memo, useId, useMemo } from 'react';
import type { Hit } from './listing';
import { classes } from '../../ui';
import { Actions } from './Actions';
import { Answer } from './Answer';
import styles from './Entry.module.css';
import { Marked } from './Marked';
import { Note } from './Note';
import { matchesFurtherDown } from './snippet';
import { Tags } from './Tags';

interface Props {
  hit: Hit;
  /** The one that Tab stops at. */
  current: boolean;
  /** The one that is shown whole. */
  whole: boolean;
  onOpen: (id: string) => void;
}

export const Entry = memo(function Entry({ hit, current, whole, onOpen }: Props) {
  const question = useId();
  const stop = current ? 0 : -1;
  const further = useMemo(() => matchesFurtherDown(hit), [hit]);
  return (
    <li value={hit.number} className={classes(styles.entry, whole && styles.whole)}>
      <span className={styles.number} aria-hidden="true">
        {hit.number}
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
      {whole && <Note entry={hit} tabbable={current} className={styles.note} />}
      {further && !whole && (
        <p className={styles.snippet}>
          <Marked text={hit.snippet.text} ranges={hit.snippet.highlights} />
        </p>
      )}
      <Tags hit={hit} />
      <Actions look="quiet" entry={hit} tabIndex={stop} about={question} className={styles.actions} />
    </li>
  );
});
