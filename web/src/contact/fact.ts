/** Facts that questions and steps ask for, and how they read. Pure. */
import type { Fact, Flow, Step, Tree } from '../api/types';
import type { GivenAnswer } from '../paths';
import type { Walk } from './walk';

export type { Fact } from '../api/types';

/** The facts that a question, an answer or a step asks for. */
export function askedBy({ ask_for = [] }: { ask_for?: readonly Fact[] }): readonly Fact[] {
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

/** Whether `from`, or a step that it leads to, is a guide: that has the note for the ticket. */
export function leadsToGuide(flow: Flow, from: Step): boolean {
  const seen = [from];
  for (const step of seen) {
    if (step.kind === 'guide') return true;
    const targets = 'next' in step ? [step.next] : step.buttons.map(({ go }) => go);
    seen.push(...flow.steps.filter((one) => !seen.includes(one) && targets.some((to) => 'step' in to && to.step === one.id)));
  }
  return false;
}

/** What was asked for on the way to `step`, in order, each fact once. The walk's questions and answers stand where the tree's step is. */
export function askedOnTheWay(flow: Flow, step: Step, walked: Walk | undefined): Fact[] {
  const nodes = (walked?.history ?? []).flatMap((entry) => (entry.kind === 'question' ? [entry.question, entry.answer].flatMap(askedBy) : []));
  const current = walked?.node.kind === 'question' ? askedBy(walked.node) : [];
  return once(stepsTo(flow, step).flatMap((one) => (one.kind === 'tree' ? [...askedBy(one), ...nodes, ...current] : askedBy(one))));
}

/** All that a flow and the tree of its region may ask for, each fact once. */
export function allAsked(flow: Flow, tree: Tree | undefined): Fact[] {
  const nodes = Object.values(tree?.nodes ?? {});
  return once([...flow.steps, ...nodes.flatMap((node) => (node.kind === 'question' ? [node, ...node.answers] : []))].flatMap(askedBy));
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

/** Each fact once: needed where any of them says so, and with all that's expected of it. */
export function once(facts: readonly Fact[]): Fact[] {
  const all = new Map<string, Fact>();
  for (const fact of facts) {
    const before = all.get(fact.id);
    all.set(fact.id, before === undefined ? fact : { ...before, ...fact, label: before.label, required: before.required || fact.required, expect: [...(before.expect ?? []), ...(fact.expect ?? [])] });
  }
  return [...all.values()];
}

/** What facts are expected to fit. */
export interface Circumstances {
  /** Today in each zone where the voter may be, as `2026-10-05`; none where that isn't known. */
  todays: readonly string[];
  answers: readonly GivenAnswer[];
}

const DAY = 86_400_000;

/** The hint of the first expectation that `value` doesn't meet. A day is odd only if it is in every zone. */
export function hintOf({ kind, expect = [] }: Fact, value: string, { todays, answers }: Circumstances): string | undefined {
  const at = kind === 'date' ? Date.parse(value) : NaN;
  // A year is typed digit by digit.
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
