import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { endWithUndo, resetContact } from './contact';
import { useGo } from './navigation';

/** New Contact: the contact under way is over, and `to` is the next screen. For a moment it can be brought back. */
export function useNewContact(): (to: string) => void {
  const go = useGo();
  const { pathname, search } = useLocation();
  const from = pathname + search;
  return useCallback(
    (to) => {
      if (go.forward(to)) endWithUndo(from, to);
    },
    [go, from],
  );
}

/** Start Over (spec §4): at `to` nothing is known of the contact any more. */
export function useStartOver(to: string): () => void {
  const go = useGo();
  const { pathname, search } = useLocation();
  const from = pathname + search;
  return useCallback(() => {
    if (go.forward(to)) resetContact(from);
  }, [go, from, to]);
}
