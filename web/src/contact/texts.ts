/**
 * What is asked and said on a screen: a question's text as it's shown, and which script comes first. And the copied decision: what the
 * ID team receives in the ticket, and must be able to act on (`design.md`, Deciding): plain text, never empty, also where the first node
 * is the end. Pure; all words come from content.
 */
import type { Channel, Outcome, Question, Script, Solution, Tree } from '../api/types';
import { plainText } from '../ui/words';
import { isRegion } from './stage';
import type { HistoryEntry, Walk } from './walk';

/** The paragraphs of a question, Markdown both. */
export interface QuestionText {
  heading: string;
  /** What explains the question, where it has more than one paragraph. */
  rest?: string;
}

/** The first paragraph is the heading, the rest stands below. */
export function questionText(question: Question): QuestionText {
  const text = question.text.trim();
  const gap = /\n\s*\n/u.exec(text);
  if (!gap) return { heading: text };
  return { heading: text.slice(0, gap.index), rest: text.slice(gap.index).trim() };
}

/** A question in a few plain words, for the history: content's short form, else its first paragraph. */
export function shortText(question: Question): string {
  return question.short ?? plainText(questionText(question).heading);
}

/** Scripts for the contact's channel first, in content's order; those for other channels apart. */
export function byChannel(scripts: readonly Script[], channel: Channel): { fitting: Script[]; others: Script[] } {
  const fits = (script: Script) => script.channel === 'any' || channel === 'any' || script.channel === channel;
  return { fitting: scripts.filter(fits), others: scripts.filter((script) => !fits(script)) };
}

/** The words that come first: the first script for the contact's own channel, else the first that fits any. */
export function sayFirst(scripts: readonly Script[], channel: Channel): Script | undefined {
  const { fitting } = byChannel(scripts, channel);
  return fitting.find((script) => script.channel === channel) ?? fitting[0];
}

/** Whether words are sent, and not said: those that are written for a channel that is read. */
export function isSent({ channel }: Script): boolean {
  return channel === 'text' || channel === 'email';
}

/**
 * The decision as text, or as far as it got where the walk isn't at its end. `unreferred` is the outcome where nobody is referred:
 * what the solution says of the referral is left out then.
 */
export function decisionNote(tree: Tree, walked: Walk, firstEntry: string, unreferred?: string): string {
  const { decision_note: words, state } = tree;
  const head = isRegion(state) ? [line(words.state, state.name)] : [];
  if (walked.node.kind === 'solution') head.push(...outcomeLines(tree, walked.id, walked.node, unreferred));
  const history = walked.history.map((entry, index) => numbered(index + 1, entry, firstEntry));
  return [words.heading, ...head, ...(history.length > 0 ? ['', ...history] : [])].join('\n');
}

/** What a solution comes to. The engine serves none without; by its bare name it would still be told. */
export function outcomeOf({ outcomes }: Tree, { type }: Solution): Outcome {
  return outcomes[type] ?? { label: type, priority: type, look: 'quiet' };
}

function outcomeLines(tree: Tree, id: string, solution: Solution, unreferred: string | undefined): string[] {
  const { decision_note: words } = tree;
  return [
    line(words.outcome, unreferred ?? titleWithId(plainLine(solution.title), id)),
    line(words.priority, outcomeOf(tree, solution).priority),
    ...(unreferred === undefined ? solution.note : []).map(({ label, text }) => line(label, plainLine(text))),
  ];
}

/** The id is what staff and the ID team speak of; a title that already names it says it once. */
function titleWithId(title: string, id: string): string {
  return title.split(/[^\w-]+/u).includes(id) ? title : `${title} (${id})`;
}

function numbered(number: number, entry: HistoryEntry, firstEntry: string): string {
  const mark = `${String(number)}. `;
  const question = entry.kind === 'state' ? firstEntry : plainLine(entry.question.text);
  const answer = entry.kind === 'state' ? entry.answer : entry.answer.text;
  return `${mark}${question}\n${' '.repeat(mark.length)}${answer}`;
}

/** `label: text`. */
export function line(label: string, text: string): string {
  return `${label}: ${text}`;
}

/** Markdown on one line, its links written out as `label (https://…)`, so that it survives being pasted. */
export function plainLine(markdown: string): string {
  return plainText(markdown, { addresses: true }).replace(/\s+/gu, ' ').trim();
}
