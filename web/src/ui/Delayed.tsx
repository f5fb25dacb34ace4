import { useEffect, useState, type ReactNode } from 'react';

/** A wait shorter than this should not be seen. */
const ms = 300;

/** Nothing for the first moment. */
export function Delayed({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, []);
  return due ? children : null;
}
