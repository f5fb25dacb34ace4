/** Background work: done while the browser is idle, one piece at a time. */

/** The longest wait for a piece, in ms. */
const timeout = 2000;
/** The delay before each piece in browsers without idle callbacks, in ms. */
const instead = 200;

/**
 * Runs `work` in order, one piece at a time, so that a key press waits for one piece at most. Returns a function that
 * cancels the rest.
 */
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
