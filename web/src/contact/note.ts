/**
 * The copied decision: what the ID team receives in the ticket, and must be able to act on
 * (`design.md`, Deciding). Plain text, never empty, also where the first node is the end.
 *
 * Pure: a tree and a walk in, text out. All its words come from content.
 */
import type { Outcome, Solution, Tree } from '../api/types';
import { plainText } from '../ui/words';
import { isRegion } from './stage';
import type { HistoryEntry, Walk } from './walk';

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
