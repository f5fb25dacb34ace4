/**
 * What goes into the ticket: what the volunteer noted about the voter (facts, and what was typed into scripts, which is the same), and
 * which questions of the FAQ she answered.
 */
import { createContext, useContext } from 'react';
import { useNow } from '../store';
import { useContact, useSigned } from './screen';
import { changeContact, current, none, useCurrent, type Facts, type UsedEntry } from './contact';
import { hintOf, once, type Fact } from './fact';
import { todays } from './localTime';
import { contactState } from './stage';

/** What was typed, by the fact's id. */
export const useFacts = (): Facts['values'] => useCurrent('facts').values;

/** Ids of the facts that were noted until the page was reloaded, and have to be asked for again. */
export function useLost(): readonly string[] {
  const lost = useCurrent('lost');
  // Of the contact that waits while another is about to begin.
  return useCurrent('apart') ? none.lost : lost;
}

/** The facts that were asked for up to here; and of all others those that were noted on another way, or lost. */
export function useFactsHere(): Fact[] {
  const { known } = useCurrent('facts');
  const { here, all } = useAsked();
  const lost = useLost();
  const others = [...known, ...all.filter(({ id }) => lost.includes(id))];
  return [...here, ...once(others.filter(({ id }) => !here.some((fact) => fact.id === id)))];
}

/** The hint for what is noted of a fact, where it isn't as expected. */
export function useHint(): (fact: Fact) => string | undefined {
  const values = useFacts();
  const contact = useContact();
  const state = contactState(useSigned().content, contact);
  const now = useNow();
  const { here } = useAsked();
  return (fact) => {
    // Whoever asked for it on the way may expect something.
    const { expect = fact.expect } = here.find(({ id }) => id === fact.id) ?? fact;
    return expect && hintOf({ ...fact, expect }, values[fact.id] ?? '', { todays: todays(state?.time_zones ?? [], now), answers: contact.answers });
  };
}

/** Notes `value` under `id`; `fact` says how it was asked for, where it was. */
export function noteFact(id: string, value: string, fact?: Fact): void {
  const { facts, lost } = current();
  const { values, known } = facts;
  const others = known.filter((one) => one.id !== id);
  changeContact({
    facts: { values: { ...values, [id]: value }, known: fact === undefined ? known : [...others, fact] },
    lost: lost.includes(id) && value.trim() !== '' ? lost.filter((one) => one !== id) : lost,
  });
}

/** The facts that are asked for: all that this contact may come to, for scripts, which have only their ids; and those up to here. */
export interface Asked {
  all: readonly Fact[];
  here: readonly Fact[];
}

const Context = createContext<Asked>({ all: [], here: [] });

export const AskedProvider = Context.Provider;

export const useAsked = (): Asked => useContext(Context);

/** The questions of the FAQ that were answered in this contact, in the order of answering. Of the voter nothing is kept. */
export const useUsed = (): readonly UsedEntry[] => useCurrent('used');

/** Marks an entry that isn't marked, takes away the mark of one that is, and tells which. */
export function toggleUsed(entry: UsedEntry): boolean {
  const on = !current().used.some(({ id }) => id === entry.id);
  markUsed(entry, on);
  return on;
}

/** Marks an entry, or takes its mark away. */
export function markUsed({ id, question }: UsedEntry, on: boolean): void {
  const { used } = current();
  const others = used.filter((entry) => entry.id !== id);
  if (on && others.length < used.length) return;
  changeContact({ used: on ? [...others, { id, question }] : others });
}
