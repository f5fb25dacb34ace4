/**
 * How much of what was found is on the screen. The weak matches are folded until someone wants them, and of a long list the first
 * are there until someone wants more. Another search begins anew. Whoever comes back to the search finds the list as it was left.
 */
import { useEffect, useState } from 'react';
import type { FaqPlace } from '../../contact/panels';

/** The most that the engine answers with. */
const most = 1000;
/** So many are asked for at first: few bytes a keystroke. */
const few = 16;
/** What the app holds itself is shown by the hundred. */
const held = 100;
/** Each time someone wants more. */
const factor = 5;

/** How a list was left. */
interface Left {
  open: boolean;
  times: number;
  /** How far it was scrolled, in pixels. */
  top: number;
}
const fresh: Left = { open: false, times: 0, top: 0 };
/** By the key of the history's entry, in the page's memory. */
const left = new Map<string, Left>();

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
  /** Where the list begins for whoever comes back to it. */
  top: () => number;
  scrolled: (top: number) => void;
}

export function useShown({ q, category, key = '' }: FaqPlace): Shown {
  const search = JSON.stringify([q, category]);
  const [state, setState] = useState({ ...(left.get(key) ?? fresh), search });
  const { open, times } = state.search === search ? state : fresh;
  const leave = (parts: Partial<Left>) => {
    if (key !== '') left.set(key, { ...(left.get(key) ?? fresh), ...parts });
  };
  useEffect(() => leave({ open, times }));
  return {
    limit: Math.min(few * factor ** times, most),
    capped: few * factor ** times >= most,
    drawn: held * factor ** times,
    open,
    toggle: () => setState({ ...fresh, search, open: !open, times }),
    more: () => setState({ ...fresh, search, open, times: times + 1 }),
    top: () => left.get(key)?.top ?? 0,
    scrolled: (top) => leave({ top }),
  };
}
