import { useCallback, useLayoutEffect, useRef } from 'react';

/** How long a move may take before another press is let through all the same, in ms. */
const bound = 1000;

/**
 * A move for each press, also where the next press comes before the screen has changed: a browser that is told twice to
 * go back while it is still going goes back once. Presses wait for the screen, then move from there. `place` tells screens
 * apart that a move leads from and to; an address that is only written out is no other place.
 */
export function useEachPress(place: string, move: () => void): () => void {
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
    go(place);
  }, [place, go]);

  return useCallback(() => {
    const under = began.current;
    if (under?.from === place && performance.now() - under.at < bound) waiting.current += 1;
    else {
      waiting.current = 0;
      go(place);
    }
  }, [place, go]);
}
