/**
 * Handles the browser's Back and Forward before the router does. In this order:
 *
 *   1. a URL from an older build of the app is corrected (`beforeMoves`);
 *   2. unsaved work reverses the move and asks (`useHold`);
 *   3. overlays over the screen close (`openOverlay`);
 *   4. anything else is a move between screens, which the router handles.
 *
 * Each open overlay has its own history entry, with the screen's URL and state. The number of entries is matched to the
 * number of overlays once the current events have been handled. Nothing here depends on a router: its state is carried
 * along, and it isn't notified of any of these moves.
 */
import { useEffect, useEffectEvent } from 'react';

/** The field in an overlay's history entry, in addition to the screen's own state: how many overlays are open there. */
const mark = 'overlays';
/** If a history move hasn't triggered an event within this time, in ms, it never will. */
const bound = 1000;

function state(): Record<string, unknown> {
  const held: unknown = history.state;
  return typeof held === 'object' && held !== null ? (held as Record<string, unknown>) : {};
}

/** Returns the entry's position in the router's count of screens; an overlay has its screen's position. */
function place(): number | undefined {
  const { idx } = state();
  return typeof idx === 'number' ? idx : undefined;
}

/** Returns how many overlays the browser's current entry was created with. */
function depth(): number {
  const held = state()[mark];
  return typeof held === 'number' ? held : 0;
}

/** Set while the app itself is moving through the history, which isn't reported to any listener. */
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

/** Calls `hear` on each move before anything else handles it. */
export function beforeMoves(hear: () => void): void {
  first.push(hear);
}

/** Asks the user for confirmation; `proceed` then performs the move. */
export type Ask = (proceed: () => void) => void;

interface Hold {
  ask: Ask;
  /** The history position of the screen with the unsaved work. */
  at: number | undefined;
}

let hold: Hold | undefined;

/** Performs `move` now, or after the user has confirmed it. */
export function leave(move: () => void): void {
  if (hold === undefined) move();
  else hold.ask(released(move));
}

/**
 * Protects unsaved work: holds the screen while `ask` is given. Moving to another screen asks first; when the tab is
 * being closed, the browser asks.
 */
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

/** Returns whether unsaved work kept the user on the screen. */
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

/** The open overlays, the lowest one first. */
let open: Overlay[] = [];
/** The state of the entry where they were opened. */
let at: unknown;
/** History moves to make once no overlay is open and the history is back to its previous state. */
let moves: (() => void)[] = [];

/** Makes the history match the open overlays, then performs the waiting moves. */
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

/** Closes the overlays that the move went back past, and returns whether the move stayed on the screen. */
function closesOverlays(): boolean {
  if (open.length === 0) {
    // A forward move to an overlay that was closed: it stays closed.
    if (depth() > 0) travel(-depth());
    return false;
  }
  const isHere = place() === at;
  const gone = open.slice(isHere ? depth() : 0);
  open = open.slice(0, open.length - gone.length);
  // If the move went past the screen itself, it's a move like any other.
  for (const overlay of gone.reverse()) overlay.close();
  if (isHere) settle();
  return isHere;
}

/**
 * Opens an overlay over those already open; the browser's Back calls `close`. Returns a function to call when the overlay
 * is gone.
 */
export function openOverlay(close: () => void): () => void {
  const own: Overlay = { close };
  open.push(own);
  // Deferred, so that an overlay that closes and one that opens at the same moment share an entry.
  queueMicrotask(settle);
  return () => {
    open = open.filter((one) => one !== own);
    queueMicrotask(settle);
  };
}

/** Performs `move` once no overlay is open and the history is back to its previous state, immediately if possible. */
export function onceClosed(move: () => void): void {
  if (open.length === 0 && travelling === undefined && depth() === 0) move();
  else moves.push(move);
}

/** Closes every overlay, then performs `move`, which goes to another screen. */
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

// Registered for the life of the page, and before any router's listener: on the window, the first listener added runs
// first.
addEventListener('popstate', onPopState);
// After a reload, the history still has the entry of an overlay that's no longer open.
if (depth() > 0) travel(-depth());
