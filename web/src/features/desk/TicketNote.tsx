/** The note that goes into the ticket, whole, with Copy; and what it's still without. */
import { useState } from 'react';
import { useAgreed } from '../../contact/agreed';
import { useSigned } from '../../contact/AppContext';
import { missing, noted, stepsTo } from '../../contact/fact';
import { FactFields } from '../../contact/FactFields';
import { useFacts, useFactsHere, useHint, useLost } from '../../contact/facts';
import { GoLink } from '../../contact/navigation';
import type { TicketNoteProps } from '../../contact/panels';
import { useUsed } from '../../contact/used';
import { decisionOf } from '../../contact/useStanding';
import { announce, ByHand, capital, Card, CopyButton, useCopy, useShortcut } from '../../ui';
import { askAgain } from './FactList';
import { ticketText } from './ticketText';
import styles from './TicketNote.module.css';

export function TicketNote(props: TicketNoteProps) {
  const { flow, step, contact, state, standing, treePath } = props;
  const { content } = useSigned();
  const { tree } = content.site.pages;
  const used = useUsed();
  const values = useFacts();
  const facts = useFactsHere();
  const hint = useHint();
  const lost = useLost();
  const agreed = useAgreed(contact);
  const copying = useCopy();
  const lacking = missing(facts, values).filter(({ id }) => !lost.includes(id));
  const again = askAgain(facts, lost);
  // Those stay while they are being filled.
  const [asked] = useState(() => facts.filter((fact) => lacking.includes(fact) || lost.includes(fact.id) || hint(fact) !== undefined));
  const decision = decisionOf(standing);
  const decided = decision !== undefined && decision !== 'none' ? decision : undefined;
  const agreement = content.agreement && stepsTo(flow, step).some(({ kind }) => kind === 'agreement') ? content.agreement : undefined;
  const mode = agreement?.modes.find(({ id }) => id === agreed.modeId) ?? agreement?.modes[0];

  const text = ticketText({
    channel: flow.title,
    region: state && { label: capital(content.site.region.singular ?? 'region'), name: state.name },
    decision: treePath !== undefined && standing.status === 'ready' ? { ...standing, firstEntry: tree.first_entry } : undefined,
    facts: noted(facts, values),
    agreement: decided && agreement && agreementLine(decided.agreement_required, agreed.confirmed ? (mode?.label ?? '') : undefined),
    used,
  });
  const copy = async () => {
    if (await copying.copy(text)) announce('Copied!');
  };
  // At a decision it's the key of that.
  const key = step.kind === 'tree' ? undefined : 'c';
  useShortcut(key && { keys: [key], label: 'Copy Note' }, () => void copy());

  return (
    <Card as="section" room="snug" aria-labelledby="ticket-note" className={styles.note}>
      <div className={styles.head}>
        <h2 id="ticket-note" className={styles.title}>
          Note for the ticket
        </h2>
        <CopyButton size="sm" label="Copy Note" text={text} copying={copying} hint={key} />
      </div>
      {treePath !== undefined && decision === 'none' && (
        <p className={styles.lacking}>
          {tree.no_decision ?? 'This contact has no decision yet.'} <GoLink to={treePath}>{tree.title}</GoLink>
        </p>
      )}
      {treePath === undefined && used.length === 0 && <p className={styles.lacking}>No FAQ answer is in the note.</p>}
      {lacking.length > 0 && <p className={styles.lacking}>Still needed: {lacking.map(({ label }) => label).join(', ')}.</p>}
      {again !== '' && <p className={styles.lacking}>{again}</p>}
      <FactFields facts={asked} />
      <p className={styles.text}>{text}</p>
      {copying.failed !== undefined && <ByHand text={copying.failed} />}
    </Card>
  );
}

/** How far the agreement got: `mode` is the one in which it was confirmed. */
function agreementLine(required: boolean, mode: string | undefined): string {
  if (!required) return 'not required';
  return mode === undefined ? 'not confirmed' : `confirmed${mode === '' ? '' : ` (${mode})`}`;
}
