/**
 * Whether the agreement was confirmed in this contact, in which mode it was gone over, and which way on was taken without it. It
 * holds for one decision: another region, answer or version asks again. It outlives Back and a reload in this tab, and has nothing
 * of the voter.
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
  /** Of the mode that was chosen last; `undefined` where none was. */
  modeId: string | undefined;
  /** Takes back the way that was taken. */
  setConfirmed: (confirmed: boolean) => void;
  setMode: (modeId: string) => void;
  /** The contact goes on without it: it isn't confirmed then. */
  takeWay: (wayId: string) => void;
}

/** The decision that `contact` has come to, in words that no two share. */
const aboutOf = ({ state = '', answers }: Contact, version: string) => [state, formatAnswers(answers), version].join('|');

/** The agreement in `contact`, for the decision that it has come to. */
export function useAgreed(contact: Contact): AgreedState {
  const about = aboutOf(contact, useSigned().content.version);
  const kept = useCurrent('agreed');
  const own = kept?.about === about ? kept : undefined;
  // Before it's seen that nothing is confirmed: whoever leaves at once, and comes back, finds it so.
  useLayoutEffect(() => {
    // What was confirmed of another decision doesn't come back with it.
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

/** The way on that led here without the agreement. */
export interface Taken {
  way: Way;
  /** What holds for a ticket that refers nobody; absent where the decision asked for no agreement, and is a referral all the same. */
  unreferred: Without | undefined;
}

/** The way that was taken, on the steps behind the agreement. */
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
