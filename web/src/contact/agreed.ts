/**
 * Whether the agreement was confirmed in this contact, which mode was used to go over it, and which alternative was
 * taken to continue without it. All of this applies to one decision: with a different region, answer, or version, the
 * agreement is asked for again. It survives Back and a reload in this tab, and contains nothing about the voter.
 */
import { useLayoutEffect } from 'react';
import type { Way, Without } from '../api/types';
import { formatAnswers, type Contact } from '../paths';
import { useSigned } from './screen';
import { changeContact, useCurrent } from './contact';
import { stepsTo } from './fact';
import type { DeskProps } from './panels';
import { decisionOf } from './standing';

export interface AgreedState {
  confirmed: boolean;
  /** The mode chosen last; `undefined` if none was. */
  modeId: string | undefined;
  /** Sets the confirmation, and clears the alternative that was taken. */
  setConfirmed: (confirmed: boolean) => void;
  setMode: (modeId: string) => void;
  /** Continues without the agreement, which then counts as not confirmed. */
  takeWay: (wayId: string) => void;
}

/** Returns a unique key for the decision that `contact` has reached. */
const aboutOf = ({ state = '', answers }: Contact, version: string) => [state, formatAnswers(answers), version].join('|');

/** Returns the agreement's state in `contact`, for the decision that it has reached. */
export function useAgreed(contact: Contact): AgreedState {
  const about = aboutOf(contact, useSigned().content.version);
  const kept = useCurrent('agreed');
  const own = kept?.about === about ? kept : undefined;
  // A layout effect, so that a volunteer who sees the agreement unconfirmed, leaves right away, and comes back still
  // finds it unconfirmed.
  useLayoutEffect(() => {
    // Once a different decision has been reached, the confirmation for the old one isn't restored.
    if (kept !== undefined && kept.about !== about) changeContact({ agreed: undefined });
  }, [kept, about]);
  const now = own ?? { about, confirmed: false };
  return {
    confirmed: now.confirmed,
    modeId: now.modeId,
    setConfirmed: (confirmed) => changeContact({ agreed: { ...now, confirmed, wayId: undefined } }),
    setMode: (modeId) => changeContact({ agreed: { ...now, modeId } }),
    takeWay: (wayId) => changeContact({ agreed: { ...now, confirmed: false, wayId } }),
  };
}

/** The alternative to the agreement that led here. */
export interface Taken {
  way: Way;
  /**
   * What applies to a ticket that doesn't refer anyone; absent if the decision didn't require an agreement and still
   * refers the voter.
   */
  unreferred: Without | undefined;
}

/** Returns the alternative to the agreement that was taken, for the steps after the agreement. */
export function useTaken({ flow, step, contact, standing }: Pick<DeskProps, 'flow' | 'step' | 'contact' | 'standing'>): Taken | undefined {
  const { agreement, version } = useSigned().content;
  const kept = useCurrent('agreed');
  const without = agreement?.without;
  const way = kept?.about === aboutOf(contact, version) ? without?.ways.find(({ id }) => id === kept.wayId) : undefined;
  const isBehind = step.kind !== 'agreement' && stepsTo(flow, step).some(({ kind }) => kind === 'agreement');
  if (!without || !way || !isBehind) return undefined;
  const decision = decisionOf(standing);
  const refers = decision !== undefined && decision !== 'none' && !decision.agreement_required;
  return { way, unreferred: refers ? undefined : without };
}
