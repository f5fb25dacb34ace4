/** The facts that this contact may ask for: scripts name them, and have only their ids. */
import { createContext, useContext } from 'react';
import type { Fact } from './fact';

const Context = createContext<readonly Fact[]>([]);

export const AskedProvider = Context.Provider;

export const useAsked = (): readonly Fact[] => useContext(Context);
