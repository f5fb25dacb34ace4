import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { offerBack } from './ended';
import { hasFacts } from './facts';
import { useGo } from './navigation';
import { endContact, hasPlace, keepContact } from './place';
import { hasUsed } from './used';

/** New Contact: the contact under way is over, and `to` is the next screen. For a moment it can be brought back. */
export function useNewContact(): (to: string) => void {
  const go = useGo();
  const { pathname, search } = useLocation();
  const from = pathname + search;
  return useCallback(
    (to) => {
      const any = hasPlace() || hasFacts() || hasUsed();
      const restore = keepContact();
      endContact();
      if (any) offerBack({ from, to, restore });
      go.forward(to);
    },
    [go, from],
  );
}
