/** Facts that questions and steps ask for, and how they read. Pure. */
import type { Fact, Flow, Question, Step } from '../api/types';
import type { Tree } from './tree';
import type { Walk } from './walk';

export type { Fact } from '../api/types';

/** The facts that a question or a step asks for. */
export function askedBy({ ask_for }: Question | Step): readonly Fact[] {
  return ask_for;
}

/** The id of the voter's name: the one fact that scripts have a word of their own for. */
export const voterName = 'voter.name';

/** Whether a fact says who the voter is, or how to reach them. */
export function saysWho({ id, kind }: Fact): boolean {
  return id === voterName || kind === 'phone';
}

/** The fact that a script's placeholder stands for, if it stands for one. */
export function factOf(placeholder: string): string | undefined {
  if (placeholder === voterName) return voterName;
  return placeholder.startsWith('said.') ? placeholder.slice('said.'.length) : undefined;
}

/** What was noted, in words: a date as people write it. Empty where nothing was. */
export function inWords(kind: Fact['kind'], value: string): string {
  const text = value.replace(/\s+/gu, ' ').trim();
  const day = kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) : null;
  if (day === null) return text;
  const [year, month, date] = day.slice(1).map(Number);
  // A day is the same day everywhere: no zone moves it.
  const at = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date));
  at.setUTCFullYear(year ?? 0);
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** The steps that lead to `step`, itself the last: each knows the one before it. */
export function stepsTo(flow: Flow, step: Step): Step[] {
  const chain: Step[] = [];
  let at: Step | undefined = step;
  while (at !== undefined && !chain.includes(at)) {
    chain.unshift(at);
    const { back }: Step = at;
    at = flow.steps.find(({ id }) => id === back);
  }
  return chain;
}

/** What was asked for on the way to `step`, in order, each fact once. The walk's questions stand where the tree's step is. */
export function askedOnTheWay(flow: Flow, step: Step, walked: Walk | undefined): Fact[] {
  const nodes = (walked?.history ?? []).flatMap((entry) => (entry.kind === 'question' ? askedBy(entry.question) : []));
  const current = walked?.node.kind === 'question' ? askedBy(walked.node) : [];
  return once(stepsTo(flow, step).flatMap((one) => (one.kind === 'tree' ? [...askedBy(one), ...nodes, ...current] : askedBy(one))));
}

/** All that a flow and the tree of its region may ask for, each fact once. */
export function allAsked(flow: Flow, tree: Tree | undefined): Fact[] {
  const nodes = Object.values(tree?.nodes ?? {});
  return once([...flow.steps.flatMap(askedBy), ...nodes.flatMap((node) => (node.kind === 'question' ? askedBy(node) : []))]);
}

/** A fact that was noted, in words. */
export interface Noted {
  id: string;
  label: string;
  text: string;
}

/** What was noted of `facts`, in their order. */
export function noted(facts: readonly Fact[], values: Readonly<Record<string, string>>): Noted[] {
  return once(facts).flatMap(({ id, label, kind }) => {
    const text = inWords(kind, values[id] ?? '');
    return text === '' ? [] : [{ id, label, text }];
  });
}

/** What the ticket isn't complete without, and wasn't noted. */
export function missing(facts: readonly Fact[], values: Readonly<Record<string, string>>): Fact[] {
  return facts.filter(({ id, required }) => required && !values[id]?.trim());
}

function once(facts: readonly Fact[]): Fact[] {
  return facts.filter((fact, index) => facts.findIndex(({ id }) => id === fact.id) === index);
}
