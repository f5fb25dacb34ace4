/** What the agreement's page says of the decision before it, and which sentence the volunteer confirms. Pure. */
import type { Agreement, Way } from '../../api/types';
import type { AgreementPanelProps } from '../../contact/panels';
import { isSent } from '../../contact/texts';

export interface Wording {
  /** The sentence beside the checkbox. */
  confirmation: string;
  /** `not required`: the decision doesn't ask for the agreement, and `line` says so. `no decision`: there's none to go by. */
  about?: { kind: 'not required' | 'no decision'; line: string };
}

/**
 * Without a decision the page stays as it is, and says in `noDecision` what's missing; while it isn't known whether there is
 * one, nothing. Only a decision that doesn't ask for the agreement changes what is confirmed.
 */
export function wording(agreement: Agreement, decision: AgreementPanelProps['decision'], noDecision: string | null | undefined): Wording {
  const { confirmation, not_required: free } = agreement;
  if (decision === 'none') return { confirmation, ...(noDecision && { about: { kind: 'no decision', line: noDecision } }) };
  if (decision === undefined || decision.agreement_required || !free) return { confirmation };
  return { confirmation: free.confirmation, about: { kind: 'not required', line: free.text } };
}

/** The ways on without the agreement. Nobody is asked to agree after a decision that doesn't ask for it. */
export function waysOn({ without }: Agreement, decision: AgreementPanelProps['decision']): readonly Way[] {
  const isAsked = decision === undefined || decision === 'none' || decision.agreement_required;
  return (without?.ways ?? []).filter(({ kind }) => isAsked || kind === 'cut_off');
}

/** How the words of a mode travel: read aloud unless one of them is written for a channel that is read. */
export function channelOf({ intro, body, closing }: Agreement['modes'][number]): 'voice' | 'text' {
  return [intro, ...body, closing].some(isSent) ? 'text' : 'voice';
}
