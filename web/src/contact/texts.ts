/**
 * The text on a screen: a question as it's shown, and which script comes first. Also the decision as copied, which the
 * ID team receives in the ticket and must be able to act on (`design.md`, Deciding): plain text, never empty, even if
 * the first node is already the end. Pure; all wording comes from content.
 */
import type { Channel, Outcome, Question, Script, Solution, Tree } from '../api/types';
import { plainText } from '../ui/words';
import { isRegion } from './stage';
import type { HistoryEntry, Walk } from './walk';

/** A question's paragraphs; both are Markdown. */
export interface QuestionText {
  heading: string;
  /** The explanation of the question, if it has more than one paragraph. */
  rest?: string;
}

/** Splits a question: the first paragraph is the heading, and the rest goes below. */
export function questionText(question: Question): QuestionText {
  const text = question.text.trim();
  const gap = /\n\s*\n/u.exec(text);
  if (!gap) return { heading: text };
  return { heading: text.slice(0, gap.index), rest: text.slice(gap.index).trim() };
}

/** Returns a question as a few plain words for the history: its short form from content, or else its first paragraph. */
export function shortText(question: Question): string {
  return question.short ?? plainText(questionText(question).heading);
}

/** Separates the scripts for the contact's channel from those for other channels, in content order. */
export function byChannel(scripts: readonly Script[], channel: Channel): { fitting: Script[]; others: Script[] } {
  const fits = (script: Script) => script.channel === 'any' || channel === 'any' || script.channel === channel;
  return { fitting: scripts.filter(fits), others: scripts.filter((script) => !fits(script)) };
}

/**
 * Returns the script to say first: the first one for the contact's own channel, or else the first that fits any channel.
 */
export function sayFirst(scripts: readonly Script[], channel: Channel): Script | undefined {
  const { fitting } = byChannel(scripts, channel);
  return fitting.find((script) => script.channel === channel) ?? fitting[0];
}

/** Whether a script is sent rather than spoken: it's written for a channel that people read. */
export function isSent({ channel }: Script): boolean {
  return channel === 'text' || channel === 'email';
}

/**
 * Returns the decision as text, or the walk so far if it hasn't ended. `unreferred` is the outcome if nobody is
 * referred; in that case, the part of the solution about the referral is left out.
 */
export function decisionNote(tree: Tree, walked: Walk, firstEntry: string, unreferred?: string): string {
  const { decision_note: words, state } = tree;
  const head = isRegion(state) ? [{ label: words.state, text: state.name }] : [];
  if (walked.node.kind === 'solution') head.push(...outcomeLines(tree, walked.id, walked.node, unreferred));
  // A helpline without tickets has no text for the parts that only a ticket needs.
  const lines = head.filter(({ label }) => label !== '').map(({ label, text }) => line(label, text));
  const history = walked.history.map((entry, index) => numbered(index + 1, entry, firstEntry));
  const heading = words.heading === '' ? [] : [words.heading];
  return [...heading, ...lines, ...(history.length > 0 ? ['', ...history] : [])].join('\n');
}

/** Returns a solution's outcome. The engine always serves one; as a fallback, the bare type is shown. */
export function outcomeOf({ outcomes }: Tree, { type }: Solution): Outcome {
  return outcomes[type] ?? { label: type, priority: type, look: 'quiet' };
}

function outcomeLines(tree: Tree, id: string, solution: Solution, unreferred: string | undefined): { label: string; text: string }[] {
  const { decision_note: words } = tree;
  return [
    { label: words.outcome, text: unreferred ?? titleWithId(plainLine(solution.title), id) },
    { label: words.priority, text: outcomeOf(tree, solution).priority },
    ...(unreferred === undefined ? solution.note : []).map(({ label, text }) => ({ label, text: plainLine(text) })),
  ];
}

/** Adds the id, which staff and the ID team use, unless the title already contains it. */
function titleWithId(title: string, id: string): string {
  return title.split(/[^\w-]+/u).includes(id) ? title : `${title} (${id})`;
}

function numbered(number: number, entry: HistoryEntry, firstEntry: string): string {
  const mark = `${String(number)}. `;
  const question = entry.kind === 'state' ? firstEntry : plainLine(entry.question.text);
  const answer = entry.kind === 'state' ? entry.answer : entry.answer.text;
  return `${mark}${question}\n${' '.repeat(mark.length)}${answer}`;
}

/** Formats `label: text`. */
export function line(label: string, text: string): string {
  return `${label}: ${text}`;
}

/** Puts Markdown on one line with its links written out as `label (https://…)`, so that it survives pasting. */
export function plainLine(markdown: string): string {
  return plainText(markdown, { addresses: true }).replace(/\s+/gu, ' ').trim();
}
