/**
 * Unsaved work holds the screen: a move away from it asks first. Moves inside the app come through `leave`; the browser's
 * own Back and Forward are turned round here before the router hears of them, and closing the tab is the browser's to ask.
 */
import { useEffect, useRef } from 'react';

/** Asks the person; `proceed` makes the move after all. */
export type Ask = (proceed: () => void) => void;

interface Hold {
  ask: Ask;
  /** The place in the browser's history, as the router counts it. */
  at: number | undefined;
}

let hold: Hold | undefined;
/** The next step through the history is our own, back to where the person was. */
let returning = false;

/** Makes `move` now, or once the person has said so. */
export function leave(move: () => void): void {
  if (hold === undefined) move();
  else hold.ask(released(move));
}

/** Holds the screen while `ask` is given. */
export function useHold(ask: Ask | undefined): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const held = ask !== undefined;
  useEffect(() => {
    if (!held) return undefined;
    const own: Hold = { ask: (proceed) => latest.current?.(proceed), at: place() };
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

function place(): number | undefined {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}

function onPopState(event: PopStateEvent): void {
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    return;
  }
  const to = place();
  if (hold?.at === undefined || to === undefined || to === hold.at) return;
  const by = to - hold.at;
  event.stopImmediatePropagation();
  returning = true;
  history.go(-by);
  hold.ask(released(() => history.go(by)));
}

// For the life of the page, and before the router's own: on the window the first that was added hears first.
addEventListener('popstate', onPopState);

function onUnload(event: BeforeUnloadEvent): void {
  if (hold !== undefined) event.preventDefault();
}

/** From now on the browser asks before the page is left for good, or no more. Moves inside the app ask nothing. */
export function guardPage(on: boolean): void {
  if (on) addEventListener('beforeunload', onLeavePage);
  else removeEventListener('beforeunload', onLeavePage);
}

/** So long after a press on it an address that opens another program may be on its way. */
const handingOver = 1000;
let handedOver = -handingOver;

/** A number to call or an email to write leaves no page, though some browsers ask as if it did. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link !== null && !/^https?:$/.test(link.protocol)) handedOver = event.timeStamp;
}

function onLeavePage(event: BeforeUnloadEvent): void {
  if (event.timeStamp - handedOver >= handingOver) event.preventDefault();
  handedOver = -handingOver;
}

addEventListener('click', onClick, { capture: true });
