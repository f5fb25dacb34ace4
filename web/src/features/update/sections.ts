/** The details of the banner: everything that differs, what concerns this volunteer first. Pure. */
import type { Change, Changes, Piece } from '../../api/types';
import { plainText } from '../../ui';
import { nameOf } from './sentence';
import type { Standing } from './standing';

/** What changed, under one heading. */
export interface Section {
  title: string;
  items: readonly Item[];
  /** So many more aren't written out. */
  more: number;
}

/** One thing that changed, in one of its values or in several. */
export interface Item {
  label: string;
  changes: readonly Change[];
}

/** So many things of one section are written out. */
const most = 5;

/** Empty sections are left out; announcements that are there to read stand above them, whole. */
export function sections({ changes }: Changes, { where }: Standing, region: string | undefined): Section[] {
  const titles = [
    'On your screen',
    'What you have answered',
    'What may still come',
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
    // The FAQ may be long, and is one heading wherever the volunteer is.
    const at = change.about === 'faq' ? 'elsewhere' : where(change);
    const title = at === 'elsewhere' ? own[change.about] : { here, answered, ahead }[at];
    under.get(title)?.push(change);
  }
  return [...under].flatMap(([title, found]) => {
    const items = together(found);
    return items.length === 0 ? [] : [{ title, items: items.slice(0, most), more: Math.max(0, items.length - most) }];
  });
}

/** The changes of one thing under its label, in the engine's order. */
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

/** So many characters of what both texts share are shown around what differs. */
const around = 60;

/** What to show of a change: the words that differ, and what stands around them; nothing where the phrase says all. */
export function excerpt({ field, words, old, new: now }: Change): readonly Piece[] {
  const whole: Piece[] = [...(old ? [{ removed: old }] : []), ...(now ? [{ added: now }] : [])];
  // What came or went as a whole is named, and read where it stands.
  const pieces = words && words.length > 0 ? words : field === '' && whole.length === 1 ? [] : whole;
  return pieces.map((piece, index) =>
    'same' in piece
      ? { same: shortened(read(piece.same), index === 0, index === pieces.length - 1) }
      : 'removed' in piece
        ? { removed: read(piece.removed) }
        : { added: read(piece.added) },
  );
}

/** As it is read, with the blanks at its ends: the next piece goes on behind it. */
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
