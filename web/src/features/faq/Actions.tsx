/** What can be done with an answer: copy it, and add it to the ticket: the voter was told. What is copied counts as told. */
import { Check, Plus } from 'lucide-react';
import { useState } from 'react';
import type { FaqEntry } from '../../api/faq';
import { useSigned } from '../../contact/AppContext';
import { current } from '../../contact/contact';
import { markUsed, useUsed } from '../../contact/facts';
import { findStep } from '../../paths';
import { Button, ByHand, CopyButton, KeyHint } from '../../ui';
import { answerText } from './answerText';
import styles from './Entry.module.css';

/** Adds the answer that has the focus to the ticket, or takes it out again. */
export const ticketKey = 't';

interface Props {
  entry: FaqEntry;
  tabIndex: number;
  /** The id of the question that the buttons belong to. */
  about: string;
  className?: string | undefined;
  /** Many in a list are quiet, and name no key. */
  look?: 'plain' | 'quiet';
}

export function Actions({ entry, tabIndex, about, className, look = 'plain' }: Props) {
  const { flows } = useSigned().content;
  const used = useUsed().some(({ id }) => id === entry.id);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  return (
    <>
      <div className={className}>
        <CopyButton
          look={look}
          size="sm"
          label="Copy"
          text={() => answerText(entry.answer)}
          onDone={(done, text) => {
            setFailed(done ? undefined : text);
            // Between two contacts it's nobody's.
            if (done && (current().place !== undefined || findStep(flows, location.pathname, location.search))) markUsed(entry, true);
          }}
          tabIndex={tabIndex}
          aria-describedby={about}
          className={styles.copy}
        />
        <Button
          look={look}
          size="sm"
          aria-pressed={used}
          tabIndex={tabIndex}
          aria-describedby={about}
          className={styles.used}
          onClick={() => markUsed(entry, !used)}
        >
          {used ? <Check size={16} aria-hidden="true" /> : <Plus size={16} aria-hidden="true" />}
          {used ? 'In the ticket' : 'Add to ticket'}
          {look === 'plain' && <KeyHint>{ticketKey}</KeyHint>}
        </Button>
      </div>
      {failed !== undefined && (
        <div className={styles.byHand}>
          <ByHand text={failed} />
        </div>
      )}
    </>
  );
}
