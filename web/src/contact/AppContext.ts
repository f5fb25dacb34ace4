/** What every signed-in screen has: who is signed in, and the content of the contact's version. */
import { createContext, useContext } from 'react';
import type { Content, User } from '../api/types';
import type { Way } from './version';

export interface Signed {
  user: User;
  isAdmin: boolean;
  /** Of the version that the address names, else of what is served now. */
  content: Content;
  /** How that stands to what is served now. */
  way: Way;
  signOut: () => Promise<void>;
}

const Context = createContext<Signed | undefined>(undefined);

export const SignedProvider = Context.Provider;

export function useSigned(): Signed {
  const signed = useContext(Context);
  if (signed === undefined) throw new Error('useSigned outside of a signed-in screen');
  return signed;
}
