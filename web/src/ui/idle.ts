/** Background work, done while the browser is idle, one task at a time. */

/** The longest wait for a task to start, in ms. */
const timeout = 2000;
/** The delay before each task in browsers without idle callbacks, in ms. */
const instead = 200;

/**
 * Runs the tasks in `work` in order, one at a time, so that a key press waits for one task at most. Returns a function
 * that cancels the remaining ones.
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
