/** Facts that questions and steps ask for, and how to display them. Pure. */
import type { Fact, Flow, Step, Tree } from '../api/types';
import type { GivenAnswer } from '../paths';
import type { Walk } from './walk';

export type { Fact } from '../api/types';

/** Returns the facts that a question, an answer, or a step asks for. */
export function askedBy({ ask_for = [] }: { ask_for?: readonly Fact[] }): readonly Fact[] {
  return ask_for;
}

/** The id of the voter's name, the only fact with its own script placeholder. */
export const voterName = 'voter.name';

/** Whether a fact identifies the voter or is a means of reaching them. */
export function saysWho({ id, kind }: Fact): boolean {
  return id === voterName || kind === 'phone';
}

/** Returns the id of the fact that a script's placeholder stands for, if any. */
export function factOf(placeholder: string): string | undefined {
  if (placeholder === voterName) return voterName;
  return placeholder.startsWith('said.') ? placeholder.slice('said.'.length) : undefined;
}

/** Formats a noted value: a date the way people write it. Empty if nothing was noted. */
export function inWords(kind: Fact['kind'], value: string): string {
  const text = value.replace(/\s+/gu, ' ').trim();
  const day = kind === 'date' ? /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) : null;
  if (day === null) return text;
  const [year, month, date] = day.slice(1).map(Number);
  // Formatted in UTC, because a calendar day doesn't depend on the time zone.
  const at = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, date));
  at.setUTCFullYear(year ?? 0);
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** Returns the steps that lead to `step`, including `step` itself, following each step's link to the previous one. */
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

/** Whether `from` or a step that it leads to is a guide, which shows the note for the ticket. */
export function leadsToGuide(flow: Flow, from: Step): boolean {
  const seen = [from];
  for (const step of seen) {
    if (step.kind === 'guide') return true;
    const targets = 'next' in step ? [step.next] : step.buttons.map(({ go }) => go);
    seen.push(...flow.steps.filter((one) => !seen.includes(one) && targets.some((to) => 'step' in to && to.step === one.id)));
  }
  return false;
}

/**
 * Returns what was asked for on the path to `step`, in order, each fact once. The facts from the walk's questions and
 * answers come at the position of the tree's step.
 */
export function askedOnTheWay(flow: Flow, step: Step, walked: Walk | undefined): Fact[] {
  const nodes = (walked?.history ?? []).flatMap((entry) => (entry.kind === 'question' ? [entry.question, entry.answer].flatMap(askedBy) : []));
  const current = walked?.node.kind === 'question' ? askedBy(walked.node) : [];
  return once(stepsTo(flow, step).flatMap((one) => (one.kind === 'tree' ? [...askedBy(one), ...nodes, ...current] : askedBy(one))));
}

/** Returns every fact that a flow and its region's tree may ask for, each once. */
export function allAsked(flow: Flow, tree: Tree | undefined): Fact[] {
  const nodes = Object.values(tree?.nodes ?? {});
  return once([...flow.steps, ...nodes.flatMap((node) => (node.kind === 'question' ? [node, ...node.answers] : []))].flatMap(askedBy));
}

/** A noted fact, formatted. */
export interface Noted {
  id: string;
  label: string;
  text: string;
}

/** Returns the noted values of `facts`, in their order. */
export function noted(facts: readonly Fact[], values: Readonly<Record<string, string>>): Noted[] {
  return once(facts).flatMap(({ id, label, kind }) => {
    const text = inWords(kind, values[id] ?? '');
    return text === '' ? [] : [{ id, label, text }];
  });
}

/** Returns the facts that the ticket requires and that weren't noted. */
export function missing(facts: readonly Fact[], values: Readonly<Record<string, string>>): Fact[] {
  return facts.filter(({ id, required }) => required && !values[id]?.trim());
}

/** Merges duplicates: a fact is required if any of them is, and keeps the expectations of all. */
export function once(facts: readonly Fact[]): Fact[] {
  const all = new Map<string, Fact>();
  for (const fact of facts) {
    const before = all.get(fact.id);
    all.set(fact.id, before === undefined ? fact : { ...before, ...fact, label: before.label, required: before.required || fact.required, expect: [...(before.expect ?? []), ...(fact.expect ?? [])] });
  }
  return [...all.values()];
}

/** What the expectations of a fact are checked against. */
export interface Circumstances {
  /** Today's date in each of the voter's possible time zones, as `2026-10-05`; empty if unknown. */
  todays: readonly string[];
  answers: readonly GivenAnswer[];
}

const DAY = 86_400_000;

/**
 * Returns the hint of the first expectation that `value` doesn't meet. A date counts as wrong only if it's wrong in every
 * zone.
 */
export function hintOf({ kind, expect = [] }: Fact, value: string, { todays, answers }: Circumstances): string | undefined {
  const at = kind === 'date' ? Date.parse(value) : NaN;
  // A year is typed one digit at a time, so early values are incomplete.
  if (value.trim() === '' || (kind === 'date' && !(at >= Date.UTC(1000)))) return undefined;
  const days = todays.map((today) => (at - Date.parse(today)) / DAY);
  return expect.find(({ not_past, within_days, answered = [] }) => {
    const asked = answers.some(({ node }) => answered.some((one) => one.startsWith(`${node}.`)));
    const given = answers.some(({ node, answer }) => answered.includes(`${node}.${answer}`));
    if (!not_past && within_days == null) return asked && !given;
    const odd = (day: number) => {
      const beyond = day > (within_days ?? Infinity);
      return not_past ? day < 0 : asked ? beyond === given : beyond;
    };
    return days.length > 0 && days.every(odd);
  })?.hint;
}
