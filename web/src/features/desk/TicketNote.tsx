/** The note for the ticket, in full, with Copy and a list of what is still missing. */
import { useEffect, useState } from 'react';
import type { Tree } from '../../api/types';
import { FactFields } from '../../contact/FactFields';
import { Verdict } from '../../contact/Verdict';
import { useAgreed, useTaken } from '../../contact/agreed';
import { changeContact, current, useCurrent, type UsedEntry } from '../../contact/contact';
import { missing, noted, saysWho, stepsTo, type Noted } from '../../contact/fact';
import { useFacts, useFactsHere, useHint, useLost, useUsed } from '../../contact/facts';
import type { TicketNoteProps } from '../../contact/panels';
import { GoLink, useSigned } from '../../contact/screen';
import { decisionOf } from '../../contact/standing';
import { decisionNote, line, outcomeOf } from '../../contact/texts';
import type { Walk } from '../../contact/walk';
import { ByHand, capital, Card, CopyButton, useCopy, useShortcut } from '../../ui';
import styles from './TicketNote.module.css';
import { askAgain, DangerLine, FactList, UsedList } from './lists';

export interface TicketParts {
  /** The name of the contact's flow. */
  channel: string;
  /** The region, if no decision names it. */
  region?: { label: string; name: string } | undefined;
  /** What was asked and decided, if the flow requires a decision. */
  decision?: { tree: Tree; walked: Walk; firstEntry: string; unreferred?: string | undefined } | undefined;
  facts: readonly Noted[];
  agreement?: string | undefined;
  /** The emergency line, shown on a line of its own. */
  danger?: string | undefined;
  used: readonly UsedEntry[];
}

export function ticketText({ channel, region, decision, facts, agreement, danger, used }: TicketParts): string {
  const lines = [
    line('Channel', channel),
    ...(region && decision === undefined ? [line(region.label, region.name)] : []),
    ...facts.map(({ label, text }) => line(label, text)),
    ...(agreement === undefined ? [] : [line('Agreement', agreement)]),
    ...(danger === undefined ? [] : [danger]),
  ];
  const parts = [
    ...(decision ? [decisionNote(decision.tree, decision.walked, decision.firstEntry, decision.unreferred)] : []),
    lines.join('\n'),
    ...(used.length === 0 ? [] : [['FAQ answers used:', ...used.map(({ question }, index) => `${index + 1}. ${question.replace(/\s+/g, ' ')}`)].join('\n')]),
  ];
  return parts.join('\n\n');
}

export function TicketNote(props: TicketNoteProps) {
  const { flow, step, contact, state, standing, treePath } = props;
  const { content } = useSigned();
  const { tree } = content.site.pages;
  const used = useUsed();
  const danger = useCurrent('danger');
  const values = useFacts();
  const all = useFactsHere();
  const hint = useHint();
  const lost = useLost();
  const agreed = useAgreed(contact);
  const taken = useTaken(props);
  // Facts that identify someone who declined are included only if the volunteer opts in.
  const [names, setNames] = useState(false);
  const who = taken?.way.kind === 'declined' ? all.filter(saysWho) : [];
  const facts = names ? all : all.filter((fact) => !who.includes(fact));
  const whoNoted = noted(who, values);
  const copying = useCopy();
  const lacking = missing(facts, values).filter(({ id }) => !lost.includes(id));
  const again = askAgain(facts, lost);
  // Fields that were open on mount stay open while they're being filled in.
  const [asked] = useState(() => facts.filter((fact) => lacking.includes(fact) || lost.includes(fact.id) || hint(fact) !== undefined));
  const decision = decisionOf(standing);
  const decided = decision !== undefined && decision !== 'none' ? decision : undefined;
  const agreement = content.agreement && stepsTo(flow, step).some(({ kind }) => kind === 'agreement') ? content.agreement : undefined;
  const mode = agreement?.modes.find(({ id }) => id === agreed.modeId) ?? agreement?.modes[0];

  const text = ticketText({
    channel: flow.title,
    region: state && { label: capital(content.site.region.singular ?? 'region'), name: state.name },
    decision: treePath !== undefined && standing.status === 'ready' ? { ...standing, firstEntry: tree.first_entry, unreferred: taken?.unreferred?.outcome } : undefined,
    facts: noted(facts, values),
    agreement: taken?.unreferred ? taken.way.note : decided && agreement && agreementLine(decided.agreement_required, agreed.confirmed ? (mode?.label ?? '') : undefined),
    danger,
    used,
  });
  const copy = async () => {
    if (await copying.copy(text)) took();
  };
  const took = () => changeContact({ note: { text, copied: true } });
  useEffect(() => {
    const before = current().note;
    // After a reload, all that's known is whether the note was copied.
    changeContact({ note: { text, copied: before?.copied === true && (before.text ?? text) === text } });
  }, [text]);
  // At a decision, that key copies the decision instead.
  const key = step.kind === 'tree' ? undefined : 'c';
  useShortcut(key && { keys: [key], label: 'Copy Note' }, () => void copy());

  // A decision is already shown with its text and with the pane next to it.
  const alone = step.kind !== 'tree';
  const verdict = alone && decided && !taken?.unreferred && standing.status === 'ready' && (
    <Verdict id={standing.walked.id} solution={decided} outcome={outcomeOf(standing.tree, decided)} />
  );
  const whole = (
    <p className={styles.text} onCopy={took}>
      {text}
    </p>
  );

  return (
    <>
      {verdict}
      <Card as="section" room="snug" aria-labelledby="ticket-note" className={styles.note}>
        <div className={styles.head}>
          <h2 id="ticket-note" className={styles.title}>
            Note for the ticket
          </h2>
          <CopyButton look="primary" label="Copy Note" text={text} copying={copying} hint={key} onCopied={took} />
        </div>
        {treePath !== undefined && decision === 'none' && (
          <p className={styles.lacking}>
            {tree.no_decision ?? 'This contact has no decision yet.'} <GoLink to={treePath}>{tree.title}</GoLink>
          </p>
        )}
        {treePath === undefined && used.length === 0 && <p className={styles.lacking}>The note has no FAQ answers.</p>}
        {lacking.length > 0 && <p className={styles.lacking}>Still needed: {lacking.map(({ label }) => label).join(', ')}.</p>}
        {!alone && again !== '' && <p className={styles.lacking}>{again}</p>}
        <FactFields facts={asked} />
        {whoNoted.length > 0 && (
          <label className={styles.names}>
            <input type="checkbox" checked={names} onChange={(event) => setNames(event.target.checked)} />
            Include in the note: {whoNoted.map(({ label }) => label).join(', ')}
          </label>
        )}
        {copying.failed !== undefined && <ByHand text={copying.failed} />}
        {alone ? (
          <>
            <FactList {...props} />
            <UsedList />
            <DangerLine />
            <details open={taken?.unreferred !== undefined}>
              <summary>The whole note</summary>
              {whole}
            </details>
          </>
        ) : (
          whole
        )}
      </Card>
    </>
  );
}

/** Says how far the agreement got; `mode` is the one in which it was confirmed. */
function agreementLine(required: boolean, mode: string | undefined): string {
  if (!required) return 'not required';
  return mode === undefined ? 'not confirmed' : `confirmed${mode === '' ? '' : ` (${mode})`}`;
}
