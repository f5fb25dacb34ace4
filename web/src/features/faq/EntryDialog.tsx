/** One entry, enlarged over everything else: the answer, and buttons to the previous and next entries. */
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useCallback, useId, useLayoutEffect, useRef } from 'react';
import { markUsed } from '../../contact/facts';
import { useSteady } from '../../contact/version';
import type { Hit } from './listing';
import type { FaqPanelProps } from '../../contact/panels';
import { ReportLink } from '../../contact/links';
import { announce, Button, Dialog, KeyHint, useShortcut } from '../../ui';
import styles from './EntryDialog.module.css';
import { Actions, Answer, Marked, Note, Tags, ticketKey } from './Entry';

interface Props {
  hit: Hit;
  /** The entry's position in the results, from 0; `total` is the number of results. */
  index: number;
  count: number;
  onMove: (by: 1 | -1) => void;
  /** Adds the entry to the ticket, or removes it. */
  onToggle: () => void;
  onClose: () => void;
  /** Returns to the search field. */
  onSearch: () => void;
  /** Marks the voter's question as answered by this entry. */
  answered: FaqPanelProps['answered'];
}

export function EntryDialog({ hit, index, count, onMove, onToggle, onClose, onSearch, answered }: Props) {
  const question = useId();
  const body = useRef<HTMLDivElement>(null);
  const first = index === 0;
  const last = index === count - 1;
  useSteady();
  useShortcut({ keys: ['j', 'arrowright'], label: 'Next', within: 'dialog', again: true }, () => onMove(1));
  useShortcut({ keys: ['k', 'arrowleft'], label: 'Previous', within: 'dialog', again: true }, () => onMove(-1));
  useShortcut({ keys: ['/'], label: 'Search', within: 'dialog' }, onSearch);
  useShortcut({ keys: [ticketKey], label: 'Add to ticket', within: 'dialog' }, onToggle);
  const finish = () => {
    markUsed(hit, true);
    onClose();
    answered?.onAnswered();
  };
  useShortcut(answered && { keys: [answered.key], label: answered.label, within: 'dialog' }, finish);

  // The answer has the focus, so that a screen reader reads it and the arrow keys scroll it.
  const take = useCallback((element: HTMLDivElement | null) => {
    body.current = element;
    element?.setAttribute('autofocus', '');
  }, []);
  const shown = useRef(hit.id);
  useLayoutEffect(() => {
    if (shown.current === hit.id) return;
    shown.current = hit.id;
    announce(hit.question);
    body.current?.scrollIntoView({ block: 'start' });
    body.current?.focus({ preventScroll: true });
  }, [hit]);

  return (
    <Dialog
      onClose={onClose}
      title={
        <span className={styles.title}>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <span id={question}>
            <Marked text={hit.question} ranges={hit.highlights.question} />
          </span>
        </span>
      }
    >
      <div ref={take} tabIndex={-1} className={styles.body}>
        <Answer hit={hit} tabbable className={styles.answer} />
        <Note hit={hit} tabbable />
        <Tags hit={hit} />
        <ReportLink screen="FAQ" about={`FAQ entry ${hit.id}`} />
      </div>
      <div className={styles.foot}>
        <Actions entry={hit} tabIndex={0} about={question} className={styles.actions} />
        <div className={styles.moves}>
          <Button size="sm" disabled={first} onClick={() => onMove(-1)}>
            <ArrowLeft size={16} aria-hidden="true" />
            Previous
            <KeyHint>K</KeyHint>
          </Button>
          <span className={styles.place}>
            {index + 1} of {count}
          </span>
          <Button size="sm" disabled={last} onClick={() => onMove(1)}>
            Next
            <KeyHint>J</KeyHint>
            <ArrowRight size={16} aria-hidden="true" />
          </Button>
        </div>
        {answered && (
          <Button look="primary" size="sm" className={styles.answered} aria-describedby={question} onClick={finish}>
            {answered.label}
            <KeyHint inherit>{answered.key}</KeyHint>
          </Button>
        )}
      </div>
    </Dialog>
  );
}
