/** An entry in the list: as much of the answer as tells whether it is the right one, all of it where the keyboard is. */
import { memo, useId } from 'react';
import type { FaqHit } from '../../api/faq';
import { classes } from '../../ui';
import { Actions } from './Actions';
import { Answer } from './Answer';
import styles from './Entry.module.css';
import { Marked } from './Marked';
import { Tags } from './Tags';

interface Props {
  hit: FaqHit;
  /** The one that Tab stops at. */
  current: boolean;
  /** The one that is shown whole. */
  whole: boolean;
  onOpen: (id: string) => void;
}

export const Entry = memo(function Entry({ hit, current, whole, onOpen }: Props) {
  const question = useId();
  const stop = current ? 0 : -1;
  // The beginning of the answer stands there anyway; the snippet is for what matched further down.
  const further = hit.snippet.highlights.length > 0 && hit.snippet.text.startsWith('…');
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
      {further && !whole && (
        <p className={styles.snippet}>
          <Marked text={hit.snippet.text} ranges={hit.snippet.highlights} />
        </p>
      )}
      <Tags hit={hit} />
      <Actions entry={hit} tabIndex={stop} about={question} className={styles.actions} />
    </li>
  );
});
