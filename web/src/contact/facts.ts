/** What the volunteer noted about the voter: facts for the ticket, and what was typed into scripts, which is the same. */
import { useSigned } from './AppContext';
import { useAsked } from './AskedContext';
import { changeContact, current, none, useCurrent, type Facts } from './contact';
import { hintOf, once, type Fact } from './fact';
import { todays } from './localTime';
import { contactState } from './region';
import { useContact } from './useContact';
import { useNow } from './useNow';

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
