/** Work that nobody waits for: done while the browser has nothing else to do, each piece at a moment of its own. */

/** So long does a piece wait at most, in ms. */
const timeout = 2000;
/** Where a browser doesn't tell when it is idle: the time before each piece, in ms. */
const instead = 200;

/** Does `work`, piece by piece and in order, so that a key pressed meanwhile waits for one piece at most. Gives what ends it. */
export function whenIdle(work: readonly (() => unknown)[]): () => void {
  const idle = window.requestIdleCallback as typeof window.requestIdleCallback | undefined;
  let at = 0;
  let waiting = 0;
  const next = () => {
    if (at === work.length) return;
    waiting = idle ? idle(piece, { timeout }) : window.setTimeout(piece, instead);
  };
  const piece = () => {
    work[at++]?.();
    next();
  };
  next();
  return () => (idle ? cancelIdleCallback : clearTimeout)(waiting);
}
