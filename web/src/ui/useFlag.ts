import { useCallback, useEffect, useRef, useState } from 'react';

/** A flag that goes out `ms` after it was last raised. */
export function useFlag(ms: number): { on: boolean; raise: () => void; lower: () => void } {
  const [on, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lower = useCallback(() => {
    clearTimeout(timer.current);
    setOn(false);
  }, []);
  const raise = useCallback(() => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), ms);
  }, [ms]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { on, raise, lower };
}
