import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { parseContact, type Contact } from '../paths';

/** What the address knows of the contact. */
export function useContact(): Contact {
  const { search } = useLocation();
  return useMemo(() => parseContact(search), [search]);
}
