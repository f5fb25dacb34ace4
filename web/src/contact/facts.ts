/** What the volunteer noted about the voter: facts for the ticket, and what was typed into scripts, which is the same. */
import { changeContact, current, useCurrent, type Facts } from './contact';
import type { Fact } from './fact';

/** What was typed, by the fact's id. */
export const useFacts = (): Facts['values'] => useCurrent('facts').values;

/** The facts that were noted in their fields. */
export const useKnownFacts = (): readonly Fact[] => useCurrent('facts').known;

/** Notes `value` under `id`; `fact` says how it was asked for, where it was. */
export function noteFact(id: string, value: string, fact?: Fact): void {
  const { values, known } = current().facts;
  const others = known.filter((one) => one.id !== id);
  changeContact({ facts: { values: { ...values, [id]: value }, known: fact === undefined ? known : [...others, fact] } });
}
