/**
 * The browser's Back and Forward, which nobody else listens to but a router, and that later. In this order:
 *
 *   1. an address that is older than the app is put right (`beforeMoves`);
 *   2. unsaved work turns the move round and asks (`useHold`);
 *   3. what lies over the screen closes (`openOverlay`);
 *   4. what is left is a move between screens, and the router's.
 *
 * Each open overlay has an entry of its own in the history, at the same address and with the same state as the screen's; whether the
 * entries are as many as the overlays is put right once what happens now has happened. Nothing here knows a router: its state is
 * carried along, and it hears of none of these moves.
 */
import { useEffect, useEffectEvent } from 'react';

/** What an overlay's entry holds besides the state of the screen's own: how many overlays are open there. */
const mark = 'overlays';
/** A move through the history that nobody hears of for so long, in ms, won't come. */
const bound = 1000;

function state(): Record<string, unknown> {
  const held: unknown = history.state;
  return typeof held === 'object' && held !== null ? (held as Record<string, unknown>) : {};
}

/** The entry's place, as a router counts screens: an overlay's is that of its screen. */
function place(): number | undefined {
  const { idx } = state();
  return typeof idx === 'number' ? idx : undefined;
}

/** How many overlays the entry that the browser shows was made with. */
function depth(): number {
  const held = state()[mark];
  return typeof held === 'number' ? held : 0;
}

/** A move of our own is under way: nobody hears of it. */
let travelling: ReturnType<typeof setTimeout> | undefined;

function travel(by: number): void {
  travelling = setTimeout(landed, bound);
  history.go(by);
}

function landed(): void {
  clearTimeout(travelling);
  travelling = undefined;
  settle();
}

const first: (() => void)[] = [];

/** Calls `hear` at each move before anything else is made of it. */
export function beforeMoves(hear: () => void): void {
  first.push(hear);
}

/** Asks the person; `proceed` makes the move after all. */
export type Ask = (proceed: () => void) => void;

interface Hold {
  ask: Ask;
  /** Where she is. */
  at: number | undefined;
}

let hold: Hold | undefined;

/** Makes `move` now, or once the person has said so. */
export function leave(move: () => void): void {
  if (hold === undefined) move();
  else hold.ask(released(move));
}

/** Unsaved work: holds the screen while `ask` is given. A move away asks first; closing the tab is the browser's to ask. */
export function useHold(ask: Ask | undefined): void {
  const onAsk = useEffectEvent((proceed: () => void) => ask?.(proceed));
  const held = ask !== undefined;
  useEffect(() => {
    if (!held) return undefined;
    const own: Hold = { ask: (proceed) => onAsk(proceed), at: place() };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (hold !== undefined) event.preventDefault();
    };
    hold = own;
    addEventListener('beforeunload', onUnload);
    return () => {
      if (hold === own) hold = undefined;
      removeEventListener('beforeunload', onUnload);
    };
  }, [held]);
}

function released(move: () => void): () => void {
  return () => {
    hold = undefined;
    move();
  };
}

/** Whether unsaved work held the screen. */
function isHeld(): boolean {
  const to = place();
  if (hold?.at === undefined || to === undefined || to === hold.at) return false;
  const by = to - hold.at;
  travel(-by);
  hold.ask(released(() => history.go(by)));
  return true;
}

interface Overlay {
  close: () => void;
}

/** Those that are open, from the lowest. */
let open: Overlay[] = [];
/** Where they were opened. */
let at: unknown;
/** What waits until none is open and the history is as it was before. */
let moves: (() => void)[] = [];

/** Makes the history fit what is open; once it does, what waited is done. */
function settle(): void {
  if (travelling !== undefined) return;
  const surplus = depth() - open.length;
  if (surplus > 0) {
    travel(-surplus);
    return;
  }
  for (let next = depth() + 1; next <= open.length; next += 1) history.pushState({ ...state(), [mark]: next }, '');
  if (open.length > 0) {
    at = place();
    return;
  }
  const due = moves;
  moves = [];
  for (const move of due) move();
}

/** Whether the move was no further than over what lies over the screen. */
function closesOverlays(): boolean {
  if (open.length === 0) {
    // Forward, to an overlay that was closed: it stays closed.
    if (depth() > 0) travel(-depth());
    return false;
  }
  const isHere = place() === at;
  const gone = open.slice(isHere ? depth() : 0);
  open = open.slice(0, open.length - gone.length);
  // Past the screen itself it is a move like any other.
  for (const overlay of gone.reverse()) overlay.close();
  if (isHere) settle();
  return isHere;
}

/** An overlay is open from now on, over those that are; the browser's Back calls `close`. Gives what is called when it is gone. */
export function openOverlay(close: () => void): () => void {
  const own: Overlay = { close };
  open.push(own);
  // Not at once: one that goes and one that comes in the same moment share an entry.
  queueMicrotask(settle);
  return () => {
    open = open.filter((one) => one !== own);
    queueMicrotask(settle);
  };
}

/** Does `move` once no overlay is open and the history is back where it was before: at once where that is so. */
export function onceClosed(move: () => void): void {
  if (open.length === 0 && travelling === undefined && depth() === 0) move();
  else moves.push(move);
}

/** Closes every overlay, then makes `move`: a move to another screen, which nothing may lie over. */
export function closeOverlays(move: () => void): void {
  const gone = open;
  open = [];
  for (const overlay of [...gone].reverse()) overlay.close();
  moves.push(move);
  settle();
}

function onPopState(event: PopStateEvent): void {
  for (const hear of first) hear();
  if (travelling !== undefined) {
    event.stopImmediatePropagation();
    landed();
  } else if (isHeld() || closesOverlays()) event.stopImmediatePropagation();
}

// For the life of the page, and before any router's own: on the window the first that was added hears first.
addEventListener('popstate', onPopState);
// A reload leaves the entry of what was open, which isn't any more.
if (depth() > 0) travel(-depth());
