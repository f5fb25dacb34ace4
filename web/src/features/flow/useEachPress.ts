import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** How long a move may take before another press is let through all the same, in ms. */
const bound = 1000;

/**
 * A move for each press, also where the next press comes before the screen has changed: a browser that is told twice to
 * go back while it is still going goes back once. Presses wait for the screen, then move from there.
 */
export function useEachPress(move: () => void): () => void {
  const { key } = useLocation();
  const latest = useRef(move);
  const waiting = useRef(0);
  const began = useRef<{ from: string; at: number } | undefined>(undefined);

  const go = useCallback((from: string) => {
    began.current = { from, at: performance.now() };
    latest.current();
  }, []);

  useLayoutEffect(() => {
    latest.current = move;
  });
  useLayoutEffect(() => {
    began.current = undefined;
    if (waiting.current === 0) return;
    waiting.current -= 1;
    go(key);
  }, [key, go]);

  return useCallback(() => {
    const under = began.current;
    if (under?.from === key && performance.now() - under.at < bound) waiting.current += 1;
    else {
      waiting.current = 0;
      go(key);
    }
  }, [key, go]);
}
