import { useCallback, useLayoutEffect, useRef } from 'react';

/** How long a move may take before the next press is let through anyway, in ms. */
const bound = 1000;

/**
 * Makes one move per press, even if the next press comes before the screen has changed: a browser that's asked to go
 * back twice goes back only once if it's still navigating. Presses wait for the screen to change, then continue from
 * there. `place` identifies the screens that a move leads between; merely completing a URL doesn't change it.
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
