/** The note that goes into the ticket: plain text that survives being pasted. Pure; its words are content's where content has them. */
import type { Tree } from '../../api/types';
import type { Noted } from '../../contact/fact';
import { decisionNote, line } from '../../contact/note';
import type { UsedEntry } from '../../contact/contact';
import type { Walk } from '../../contact/walk';

export interface TicketParts {
  /** What the contact came by: the flow's name. */
  channel: string;
  /** The region, where no decision names it. */
  region?: { label: string; name: string } | undefined;
  /** What was asked and decided, where the flow asks for a decision. */
  decision?: { tree: Tree; walked: Walk; firstEntry: string; unreferred?: string | undefined } | undefined;
  facts: readonly Noted[];
  agreement?: string | undefined;
  /** A line of its own. */
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
