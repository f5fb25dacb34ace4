/**
 * The wording of the banner: one sentence on what concerns this volunteer, and below it every difference, the relevant ones
 * first. Pure.
 */
import type { Change, Changes, Piece } from '../../api/types';
import type { GivenAnswer } from '../../paths';
import { plainText } from '../../ui';
import { mayEndElsewhere, type Standing, type Where } from './standing';

/** Shown only if there's nothing else to say. */
export const calm = 'Nothing on your path changed.';

/** The input for the sentence about the walk. `region` is the name of the contact's region, if it has one. */
export interface Told {
  /** `undefined` if the changes couldn't be loaded. */
  found: Changes | undefined;
  standing: Standing;
  answers: readonly GivenAnswer[];
  region: string | undefined;
  /** Whether the region is missing from the new guidance. */
  isGone: boolean;
}

export function sentence({ found, standing, answers, region, isGone }: Told): string {
  if (isGone) return `${region ?? 'What you chose'} isn’t in the new guidance.`;
  const changes = found?.changes ?? [];
  const at = (where: Where, about: readonly Change['about'][]) =>
    distinct(changes.filter((change) => about.includes(change.about) && standing.where(change) === where));
  const ahead = aheadOf(at('ahead', nodes), at('ahead', steps));
  const said = [
    onScreen(at('here', nodes), standing),
    at('here', steps).length > 0 ? 'The text on this screen has changed.' : undefined,
    counted(at('here', ['faq']).length, 'An answer in the FAQ has changed.', 'answers in the FAQ have changed.'),
    counted(at('answered', ['question']).length, 'A question you answered has changed.', 'questions you answered have changed.'),
    at('answered', ['solution']).length > 0 ? 'The decision you reached has changed.' : undefined,
    ahead ?? (found && mayEndElsewhere(found, answers) ? 'Your answers could now lead to a different decision.' : undefined),
    fits(standing, answers.length),
    region !== undefined && changes.some(({ about }) => about === 'state') ? `The details for ${region} have changed.` : undefined,
    counted(distinct(changes.filter(({ about }) => about === 'link')).length, 'A link has changed.', 'links have changed.'),
    changes.some(({ about }) => about === 'site') ? 'Some text around the questions has changed.' : undefined,
  ].filter((part) => part !== undefined);
  if (found === undefined) return ['The list of changes couldn’t be loaded.', ...said].join(' ');
  return said.length === 0 ? calm : said.join(' ');
}

const nodes = ['question', 'solution'] as const;
const steps = ['step', 'agreement', 'guide', 'flow'] as const;

/** Returns one change per changed thing, however many of its fields changed. */
function distinct(changes: readonly Change[]): Change[] {
  const seen = new Map(changes.map((change) => [nameOf(change), change]));
  return [...seen.values()];
}

/** Returns a name for what a change is about; two changes to the same thing have the same name. */
export function nameOf({ about, id, label }: Change): string {
  return `${about} ${id ?? ''} ${label}`;
}

function onScreen([change]: readonly Change[], { isThere }: Standing): string | undefined {
  if (change === undefined) return undefined;
  const what = change.about === 'question' ? 'The question on your screen' : 'The decision on your screen';
  return `${what} ${isThere(change.id ?? '') ? 'has changed' : 'is no longer there'}.`;
}

function aheadOf(inTree: readonly Change[], after: readonly Change[]): string | undefined {
  const all = [...inTree, ...after];
  const [first] = all;
  const kinds = new Set(all.map(({ about }) => (about === 'question' ? 'question' : about === 'solution' ? 'decision' : 'step')));
  const [kind] = kinds;
  if (first === undefined || kind === undefined) return undefined;
  if (kinds.size > 1) return `${String(all.length)} things you haven’t reached yet have changed.`;
  return counted(all.length, `A ${kind} you haven’t reached yet has changed.`, `${kind}s you haven’t reached yet have changed.`);
}

function fits({ fitting, leadsElsewhere }: Standing, given: number): string | undefined {
  if (fitting !== undefined && fitting < given) {
    if (given === 1) return 'Your one answer no longer fits.';
    if (fitting === 0) return `None of your ${String(given)} answers fit anymore.`;
    return `Only ${String(fitting)} of your ${String(given)} answers still ${fitting === 1 ? 'fits' : 'fit'}.`;
  }
  if (!leadsElsewhere) return undefined;
  return given === 0 ? 'The first question is different now.' : 'Your answers now lead somewhere else.';
}

function counted(n: number, one: string, many: string): string | undefined {
  return n === 0 ? undefined : n === 1 ? one : `${String(n)} ${many}`;
}

/** The changes under one heading. */
export interface Section {
  title: string;
  items: readonly Item[];
  /** The number of other items that aren't listed. */
  more: number;
}

/** One thing that changed, in one or more of its fields. */
export interface Item {
  label: string;
  changes: readonly Change[];
}

/** The number of items that are listed per section. */
const most = 5;

/** Groups the changes into sections and leaves out empty ones. Current announcements are shown above them in full. */
export function sections({ changes }: Changes, { where }: Standing, region: string | undefined): Section[] {
  const titles = [
    'On your screen',
    'What you’ve answered',
    'What you haven’t reached yet',
    region === undefined ? 'Other questions' : `Other questions for ${region}`,
    'Agreement',
    'Steps',
    'Guides',
    'Support',
    'FAQ',
    'Elsewhere',
  ] as const;
  const [here, answered, ahead, others, agreement, steps, guides, support, faq, elsewhere] = titles;
  const own = { announcement: elsewhere, question: others, solution: others, start: others, agreement, emergency: elsewhere, step: steps, flow: steps, guide: guides, support, faq, state: elsewhere, link: elsewhere, site: elsewhere };
  const under = new Map<string, Change[]>(titles.map((title) => [title, []]));
  for (const change of changes) {
    if (change.about === 'announcement' && change.kind !== 'removed') continue;
    // The FAQ may be long, so it gets one heading no matter where the volunteer is.
    const at = change.about === 'faq' ? 'elsewhere' : where(change);
    const title = at === 'elsewhere' ? own[change.about] : { here, answered, ahead }[at];
    under.get(title)?.push(change);
  }
  return [...under].flatMap(([title, found]) => {
    const items = together(found);
    return items.length === 0 ? [] : [{ title, items: items.slice(0, most), more: Math.max(0, items.length - most) }];
  });
}

/** Groups the changes to one thing under its label, in the engine's order. */
function together(changes: readonly Change[]): Item[] {
  const found = new Map<string, { label: string; changes: Change[] }>();
  for (const change of changes) {
    const name = nameOf(change);
    const there = found.get(name);
    if (there === undefined) found.set(name, { label: plainText(change.label), changes: [change] });
    else there.changes.push(change);
  }
  return [...found.values()];
}

/** The number of characters of unchanged text that are shown around a difference. */
const around = 60;

/** Returns what to show for a change: differing words with some context; empty if the phrase already says it all. */
export function excerpt({ field, words, old, new: now }: Change): readonly Piece[] {
  const whole: Piece[] = [...(old ? [{ removed: old }] : []), ...(now ? [{ added: now }] : [])];
  // Something that was added or removed as a whole is only named; its text can be read on its own screen.
  const pieces = words && words.length > 0 ? words : field === '' && whole.length === 1 ? [] : whole;
  return pieces.map((piece, index) =>
    'same' in piece
      ? { same: shortened(read(piece.same), index === 0, index === pieces.length - 1) }
      : 'removed' in piece
        ? { removed: read(piece.removed) }
        : { added: read(piece.added) },
  );
}

/** Returns the text as read, keeping the spaces at its ends because the next piece follows directly. */
function read(markdown: string): string {
  const [start] = /^\s*/.exec(markdown) ?? [''];
  const [end] = /\s*$/.exec(markdown.slice(start.length)) ?? [''];
  return start + plainText(markdown) + end;
}

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= (isFirst || isLast ? around : 2 * around) + 20) return text;
  const head = isFirst ? '' : text.slice(0, around).replace(/\S*$/, '');
  const tail = isLast ? '' : text.slice(-around).replace(/^\S*/, '');
  return `${head}…${tail}`;
}
