/**
 * What the volunteer noted about the voter, for one contact: facts for the ticket, and what was typed into scripts, which is
 * the same. In the page's memory alone, never in storage, an address or a log: so the page asks before it is left for good.
 */
import type { Fact } from './fact';
import { guardPage } from './leaving';
import { createStore } from './store';

interface Facts {
  /** What was typed, by the fact's id; blanks that are no fact stand under their placeholder. */
  readonly values: Readonly<Record<string, string>>;
  /** How those were asked for that were noted in their field: a note outlives the version that asked for it. */
  readonly known: readonly Fact[];
}

const none: Facts = { values: {}, known: [] };
const facts = createStore(none, guard);
/** Those of the contact under way, while another begins at a flow's first step. */
let aside: Facts | undefined;

function guard(now: Facts): void {
  guardPage([now, aside ?? none].some(({ values }) => Object.values(values).some((value) => value.trim() !== '')));
}

/** What was typed, by the fact's id. */
export const useFacts = (): Facts['values'] => facts.use().values;

/** The facts that were noted in their fields. */
export const useKnownFacts = (): readonly Fact[] => facts.use().known;

/** Notes `value` under `id`; `fact` says how it was asked for, where it was. */
export function noteFact(id: string, value: string, fact?: Fact): void {
  const { values, known } = facts.get();
  const others = known.filter((one) => one.id !== id);
  facts.set({ values: { ...values, [id]: value }, known: fact === undefined ? known : [...others, fact] });
}

/** Whether anything was noted. */
export function hasFacts(): boolean {
  return Object.values(facts.get().values).some((value) => value.trim() !== '');
}

/** The contact is over: nothing of the voter stays. */
export function forgetFacts(): void {
  aside = undefined;
  facts.set({ ...none });
}

/** Another contact begins, perhaps: what was noted waits, out of sight. */
export function setFactsAside(): void {
  aside = facts.get();
  facts.set({ ...none });
}

/** It was no other contact: what was noted is there again. */
export function takeFactsBack(): void {
  const before = aside;
  aside = undefined;
  if (before !== undefined) facts.set(before);
}

/** The other contact has begun: what waited is gone, what was noted since is its own. */
export function dropFactsAside(): void {
  aside = undefined;
  guard(facts.get());
}

/** Holds what is noted now; gives what brings it back. */
export function keepFacts(): () => void {
  const [now, waiting] = [facts.get(), aside];
  return () => {
    aside = waiting;
    facts.set({ ...now });
  };
}
