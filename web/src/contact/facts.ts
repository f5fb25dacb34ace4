/**
 * The contents of the ticket: what the volunteer noted about the voter (facts and text typed into scripts, which is treated
 * the same), and which FAQ questions were answered.
 */
import { createContext, useContext } from 'react';
import { useNow } from '../store';
import { useContact, useSigned } from './screen';
import { changeContact, current, none, useCurrent, type Facts, type UsedEntry } from './contact';
import { hintOf, once, type Fact } from './fact';
import { todays } from './localTime';
import { contactState } from './stage';

/** Returns the typed values, by fact id. */
export const useFacts = (): Facts['values'] => useCurrent('facts').values;

/** Returns the ids of the facts noted before a reload, which must be asked for again. */
export function useLost(): readonly string[] {
  const lost = useCurrent('lost');
  // While another contact is about to begin, the lost facts belong to the one set aside.
  return useCurrent('apart') ? none.lost : lost;
}

/** Returns the facts asked for up to here, plus any others that were noted on another path or lost. */
export function useFactsHere(): Fact[] {
  const { known } = useCurrent('facts');
  const { here, all } = useAsked();
  const lost = useLost();
  const others = [...known, ...all.filter(({ id }) => lost.includes(id))];
  return [...here, ...once(others.filter(({ id }) => !here.some((fact) => fact.id === id)))];
}

/**
 * Returns a function that looks up the hint for a fact's noted value if it isn't as expected. Nothing else checks
 * expectations, because a fact never leaves the page.
 */
export function useHint(): (fact: Fact) => string | undefined {
  const values = useFacts();
  const contact = useContact();
  const state = contactState(useSigned().content, contact);
  const now = useNow();
  const { here } = useAsked();
  return (fact) => {
    // A step on the path may have asked for it with its own expectations.
    const { expect = fact.expect } = here.find(({ id }) => id === fact.id) ?? fact;
    return expect && hintOf({ ...fact, expect }, values[fact.id] ?? '', { todays: todays(state?.time_zones ?? [], now), answers: contact.answers });
  };
}

/** Notes `value` under `id`; `fact` is its definition, if it was asked for. */
export function noteFact(id: string, value: string, fact?: Fact): void {
  const { facts, lost } = current();
  const { values, known } = facts;
  const others = known.filter((one) => one.id !== id);
  changeContact({
    facts: { values: { ...values, [id]: value }, known: fact === undefined ? known : [...others, fact] },
    lost: lost.includes(id) && value.trim() !== '' ? lost.filter((one) => one !== id) : lost,
  });
}

/**
 * The facts that are asked for: `here` up to the current step, and `all` on any path that this contact may
 * take, for scripts, which contain only ids.
 */
export interface Asked {
  all: readonly Fact[];
  here: readonly Fact[];
}

const Context = createContext<Asked>({ all: [], here: [] });

export const AskedProvider = Context.Provider;

export const useAsked = (): Asked => useContext(Context);

/** Returns the FAQ questions answered in this contact, in that order. Nothing about the voter is stored. */
export const useUsed = (): readonly UsedEntry[] => useCurrent('used');

/** Toggles an entry's mark and returns whether it's now marked. */
export function toggleUsed(entry: UsedEntry): boolean {
  const on = !current().used.some(({ id }) => id === entry.id);
  markUsed(entry, on);
  return on;
}

/** Marks an entry, or removes its mark. */
export function markUsed({ id, question }: UsedEntry, on: boolean): void {
  const { used } = current();
  const others = used.filter((entry) => entry.id !== id);
  if (on && others.length < used.length) return;
  changeContact({ used: on ? [...others, { id, question }] : others });
}
