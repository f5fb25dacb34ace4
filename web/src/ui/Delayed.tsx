import { useEffect, useState, type ReactNode } from 'react';

/** Nothing for the first moment: a wait that short should not be seen. */
export function Delayed({ children, ms = 300 }: { children: ReactNode; ms?: number }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due ? children : null;
}
