/**
 * The browser's Back closes what lies over a screen. Each open overlay has an entry of its own in the browser's history, at the
 * same address and with the same state as the screen's; whether the entries are as many as the overlays is put right once
 * what happens now has happened. Nothing here knows a router: its state is carried along, and it hears of none of these moves.
 */

/** What an overlay's entry holds besides the state of the screen's own: how many overlays are open there. */
const mark = 'overlays';
/** A move through the history that nobody hears of for so long, in ms, won't come. */
const bound = 1000;

interface Overlay {
  close: () => void;
}

/** Those that are open, from the lowest. */
let open: Overlay[] = [];
/** What waits until none is open and the history is as it was before. */
let moves: (() => void)[] = [];
/** On the way back over entries of overlays that are closed. */
let returning: ReturnType<typeof setTimeout> | undefined;

function state(): Record<string, unknown> {
  const held: unknown = history.state;
  return typeof held === 'object' && held !== null ? (held as Record<string, unknown>) : {};
}

/** How many overlays the entry that the browser shows was made with. */
function depth(): number {
  const held = state()[mark];
  return typeof held === 'number' ? held : 0;
}

/** The entry's place, as a router counts screens: an overlay's is that of its screen. */
const place = (): unknown => state().idx;
/** Where the overlays were opened. */
let at: unknown;

/** Makes the history fit what is open; once it does, what waited is done. */
function settle(): void {
  if (returning !== undefined) return;
  const surplus = depth() - open.length;
  if (surplus > 0) {
    goBack(surplus);
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

function goBack(by: number): void {
  returning = setTimeout(landed, bound);
  history.go(-by);
}

function landed(): void {
  clearTimeout(returning);
  returning = undefined;
  settle();
}

function onPopState(event: PopStateEvent): void {
  if (returning !== undefined) {
    event.stopImmediatePropagation();
    landed();
    return;
  }
  if (open.length === 0) {
    // Forward, to an overlay that was closed: it stays closed.
    if (depth() > 0) goBack(depth());
    return;
  }
  const isHere = place() === at;
  const gone = open.slice(isHere ? depth() : 0);
  open = open.slice(0, open.length - gone.length);
  // Past the screen itself it is a move like any other.
  if (isHere) event.stopImmediatePropagation();
  for (const overlay of gone.reverse()) overlay.close();
  if (isHere) settle();
}

// For the life of the page, and before any router's own: on the window the first that was added hears first.
addEventListener('popstate', onPopState);
// A reload leaves the entry of what was open, which isn't any more.
if (depth() > 0) goBack(depth());

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
  if (open.length === 0 && returning === undefined && depth() === 0) move();
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
