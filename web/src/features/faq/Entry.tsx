/** The parts of an entry, shared by the list and the enlarged view. */
import { Check, Plus } from 'lucide-react';
import { memo, useId, useRef } from 'react';
import type { Range } from '../../api/faq';
import type { FaqEntry } from '../../api/types';
import { current } from '../../contact/contact';
import { markUsed, useUsed } from '../../contact/facts';
import { useSigned } from '../../contact/screen';
import { findStep } from '../../paths';
import { Badge, Button, ByHand, classes, CopyButton, KeyHint, Markdown, useCopy } from '../../ui';
import styles from './Entry.module.css';
import { answerText } from './answerText';
import { useLinkStops } from './entryFocus';
import type { Hit } from './listing';
import { segments, useWordMarks } from './marks';

/** Adds the focused answer to the ticket, or removes it. */
export const ticketKey = 't';

interface ActionsProps {
  entry: FaqEntry;
  tabIndex: number;
  /** The id of the question that the buttons belong to. */
  about: string;
  className?: string | undefined;
  /** In a list with many of these buttons, they're quiet and show no key. */
  look?: 'plain' | 'quiet';
}

/**
 * The actions on an answer: copy it, or add it to the ticket because the voter was told the answer. Copying it also
 * adds it.
 */
export function Actions({ entry, tabIndex, about, className, look = 'plain' }: ActionsProps) {
  const { flows } = useSigned().content;
  const used = useUsed().some(({ id }) => id === entry.id);
  const copying = useCopy();
  return (
    <>
      <div className={className}>
        <CopyButton
          look={look}
          size="sm"
          label="Copy"
          text={() => answerText(entry.answer)}
          copying={copying}
          onCopied={() => {
            // Between two contacts, the answer doesn't belong to either.
            if (current().place !== undefined || findStep(flows, location.pathname + location.search)) markUsed(entry, true);
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
      {copying.failed !== undefined && (
        <div className={styles.byHand}>
          <ByHand text={copying.failed} />
        </div>
      )}
    </>
  );
}

interface TextProps {
  hit: Hit;
  /** Whether the text's links are Tab stops. */
  tabbable: boolean;
  className?: string | undefined;
}

/** The answer, with its links and highlighted matches. */
export function Answer({ hit, tabbable, className }: TextProps) {
  const element = useRef<HTMLDivElement>(null);
  useWordMarks(element, hit);
  useLinkStops(element, tabbable);
  return (
    <div ref={element} className={classes(className)}>
      <Markdown>{hit.answer}</Markdown>
    </div>
  );
}

/**
 * The staff's note to the volunteer, next to an answer. It's separate from the answer itself, and never copied with it.
 */
export function Note({ hit, tabbable, className }: TextProps) {
  const label = useId();
  const element = useRef<HTMLDivElement>(null);
  useLinkStops(element, tabbable);
  if (!hit.note) return null;
  return (
    <div ref={element} role="note" aria-labelledby={label} className={classes(styles.aside, className)}>
      <p id={label} className={styles.label}>
        For you only
      </p>
      <Markdown>{hit.note}</Markdown>
    </div>
  );
}

/** An entry's category and tags. */
export function Tags({ hit }: { hit: Hit }) {
  return (
    <p className={styles.tags}>
      <Badge>{hit.category}</Badge>
      {hit.tags.map((tag, index) => (
        <span key={tag} className={styles.tag}>
          <Marked text={tag} ranges={hit.highlights.tags[index] ?? []} />
        </span>
      ))}
    </p>
  );
}

/** Text with its matches highlighted. */
export function Marked({ text, ranges }: { text: string; ranges: readonly Range[] }) {
  return segments(text, ranges).map((segment, index) =>
    segment.marked ? <mark key={index}>{segment.text}</mark> : <span key={index}>{segment.text}</span>,
  );
}

interface Props {
  hit: Hit;
  /** The entry's position in the results, from 1. */
  number: number;
  /** Whether this is the entry that Tab stops at. */
  current: boolean;
  /** Whether the entry is shown in full, with the note that only the volunteer should see. */
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
