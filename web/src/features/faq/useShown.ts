/**
 * How much of the results is on the screen. The weak matches are collapsed until someone expands them, and only the
 * beginning of a long list is shown until someone asks for more. A new search starts over. Returning to a search finds
 * the list as it was left.
 */
import { useEffect, useState } from 'react';
import type { FaqPlace } from '../../contact/panels';

/** The most matches that the engine returns. */
const most = 1000;
/** How many are requested at first, to keep each keystroke's response small. */
const few = 16;
/** Entries that the app itself holds are shown in batches of a hundred. */
const held = 100;
/** The multiplier each time someone asks for more. */
const factor = 5;

/** The state in which a list was left. */
interface Left {
  open: boolean;
  times: number;
  /** The scroll position, in pixels. */
  top: number;
}
const fresh: Left = { open: false, times: 0, top: 0 };
/** How each list was left, by the history entry's key; kept only in the page's memory. */
const left = new Map<string, Left>();

export interface Shown {
  /** How many matches to request. */
  limit: number;
  /** Whether no more can be requested. */
  capped: boolean;
  /** How many of the locally held entries to render. */
  drawn: number;
  /** Whether the weak matches are expanded. */
  open: boolean;
  toggle: () => void;
  more: () => void;
  /** Returns the scroll position to restore when someone returns to the list. */
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
