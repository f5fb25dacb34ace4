/**
 * How much of what was found is on the screen. The weak matches are folded until someone wants them, and of a long list the first
 * are there until someone wants more. Another search begins anew.
 */
import { useState } from 'react';
import type { FaqPlace } from '../../contact/panels';

/** The most that the engine answers with. */
const most = 1000;
/** So many are asked for at first: few bytes a keystroke. */
const few = 20;
/** What the app holds itself is shown by the hundred. */
const held = 100;
/** Each time someone wants more. */
const factor = 5;

export interface Shown {
  /** So many matches are asked for. */
  limit: number;
  /** More can't be asked for. */
  capped: boolean;
  /** So many are drawn of what is held here. */
  drawn: number;
  /** Whether the weak ones are open. */
  open: boolean;
  toggle: () => void;
  more: () => void;
}

export function useShown({ q, category }: FaqPlace): Shown {
  const search = JSON.stringify([q, category]);
  const [state, setState] = useState({ search, open: false, times: 0 });
  const { open, times } = state.search === search ? state : { open: false, times: 0 };
  return {
    limit: Math.min(few * factor ** times, most),
    capped: few * factor ** times >= most,
    drawn: held * factor ** times,
    open,
    toggle: () => setState({ search, open: !open, times }),
    more: () => setState({ search, open, times: times + 1 }),
  };
}
