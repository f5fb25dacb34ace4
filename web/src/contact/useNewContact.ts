import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { endWithUndo } from './contact';
import { useGo } from './navigation';

/** New Contact: the contact under way is over, and `to` is the next screen. For a moment it can be brought back. */
export function useNewContact(): (to: string) => void {
  const go = useGo();
  const { pathname, search } = useLocation();
  const from = pathname + search;
  return useCallback(
    (to) => {
      endWithUndo(from, to);
      go.forward(to);
    },
    [go, from],
  );
}
