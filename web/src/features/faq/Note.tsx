import { useId, useRef } from 'react';
import type { FaqEntry } from '../../api/faq';
import { classes, Markdown } from '../../ui';
import styles from './Note.module.css';
import { useLinkStops } from './useLinkStops';

interface Props {
  entry: FaqEntry;
  /** Whether Tab stops at its links. */
  tabbable: boolean;
  className?: string | undefined;
}

/** What staff tell the volunteer beside an answer: apart from the words to say, and never copied with them. */
export function Note({ entry, tabbable, className }: Props) {
  const label = useId();
  const element = useRef<HTMLDivElement>(null);
  useLinkStops(element, tabbable);
  if (!entry.note) return null;
  return (
    <div ref={element} role="note" aria-labelledby={label} className={classes(styles.note, className)}>
      <p id={label} className={styles.label}>
        For you only
      </p>
      <Markdown>{entry.note}</Markdown>
    </div>
  );
}
