/**
 * Whether the agreement was confirmed in this contact, and in which mode it was gone over. It holds for one decision: another
 * region, answer or version asks again. It outlives Back and a reload in this tab, and has nothing of the voter.
 */
import { useEffect, useMemo } from 'react';
import { formatAnswers, type Contact } from '../paths';
import { useSigned } from './AppContext';
import { changeContact, useCurrent } from './contact';

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
  const kept = useCurrent('agreed');
  const own = kept?.about === about ? kept : undefined;
  useEffect(() => {
    // What was confirmed of another decision doesn't come back with it.
    if (kept !== undefined && kept.about !== about) changeContact({ agreed: undefined });
  }, [kept, about]);
  return useMemo(() => {
    const now = own ?? { about, confirmed: false };
    return {
      confirmed: now.confirmed,
      modeId: now.modeId,
      setConfirmed: (confirmed) => changeContact({ agreed: { ...now, confirmed } }),
      setMode: (modeId) => changeContact({ agreed: { ...now, modeId } }),
    };
  }, [own, about]);
}
