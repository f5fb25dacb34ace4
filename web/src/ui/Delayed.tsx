import { useEffect, useState, type ReactNode } from 'react';

/** A wait shorter than this shouldn't be seen; one of 300 ms is, and is drawn by then. */
const first = 250;

/** Nothing for the first moment, which is over where what is around it has waited already. */
export function Delayed({ children, ms = first }: { children: ReactNode; ms?: number | undefined }) {
  const [due, setDue] = useState(ms <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due ? children : null;
}
