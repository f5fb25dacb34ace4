/** The facts that are asked for: all that this contact may come to, for scripts, which have only their ids; and those up to here. */
import { createContext, useContext } from 'react';
import type { Fact } from './fact';

export interface Asked {
  all: readonly Fact[];
  here: readonly Fact[];
}

const Context = createContext<Asked>({ all: [], here: [] });

export const AskedProvider = Context.Provider;

export const useAsked = (): Asked => useContext(Context);
