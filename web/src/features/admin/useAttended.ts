/** Whether someone sits before the page: asking on their behalf for ever would keep their session from ending by itself. */
import { useEffect, useState } from 'react';

const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus'] as const;

/** False once nobody has touched anything for `ms`; true again when they do. */
export function useAttended(ms: number): boolean {
  const [attended, setAttended] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const sign = () => {
      const now = Date.now();
      // The pointer says it many times a second.
      if (now - last < 1000 && last > 0) return;
      last = now;
      setAttended(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setAttended(false);
        last = 0;
      }, ms);
    };
    sign();
    for (const name of signs) addEventListener(name, sign, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of signs) removeEventListener(name, sign, { capture: true });
    };
  }, [ms]);
  return attended;
}
