/**
 * Whether the agreement was confirmed in this contact, and in which mode it was gone over. It holds for one decision: another
 * region, answer or version asks again. It outlives Back and a reload in this tab, and has nothing of the voter.
 */
import { useEffect, useMemo } from 'react';
import { formatAnswers, type Contact } from '../paths';
import { useSigned } from './AppContext';
import { createStore, keep, keepInTab, readTab } from './store';

interface Agreed {
  /** The decision that it's about. */
  about: string;
  confirmed: boolean;
  modeId?: string | undefined;
}

const key = 'callguide.agreed';
const agreed = createStore<Agreed | undefined>(read(), (next) => keepInTab(key, next && JSON.stringify(next)));

function read(): Agreed | undefined {
  try {
    const { about, confirmed, modeId } = JSON.parse(readTab(key) ?? '{}') as { [name in keyof Agreed]?: unknown };
    if (typeof about !== 'string' || typeof confirmed !== 'boolean') return undefined;
    return { about, confirmed, ...(typeof modeId === 'string' && { modeId }) };
  } catch {
    return undefined;
  }
}

export interface AgreedState {
  confirmed: boolean;
  /** Of the mode that was chosen last; `undefined` where none was. */
  modeId: string | undefined;
  setConfirmed: (confirmed: boolean) => void;
  setMode: (modeId: string) => void;
}

/** The agreement in `contact`, for the decision that it has come to. */
export function useAgreed({ state = '', answers }: Contact): AgreedState {
  const { version } = useSigned().content;
  const about = [state, formatAnswers(answers), version].join('|');
  const kept = agreed.use();
  const own = kept?.about === about ? kept : undefined;
  useEffect(() => {
    // What was confirmed of another decision doesn't come back with it.
    if (kept !== undefined && kept.about !== about) agreed.set(undefined);
  }, [kept, about]);
  return useMemo(() => {
    const now = own ?? { about, confirmed: false };
    return {
      confirmed: now.confirmed,
      modeId: now.modeId,
      setConfirmed: (confirmed) => agreed.set({ ...now, confirmed }),
      setMode: (modeId) => agreed.set({ ...now, modeId }),
    };
  }, [own, about]);
}

/** The contact is over, or another begins. */
export function forgetAgreed(): void {
  agreed.set(undefined);
}

/** Holds what was confirmed; gives what brings it back. */
export const keepAgreed = (): (() => void) => keep(agreed);
