/** The page's wording and anchors. Pure. */
import type { Content, FaqEntry, ReviewGroup, ReviewNode, ReviewState } from '../../api/types';
import { plainText } from '../../ui';

/**
 * Returns a single region's name, or the first of several with the number of others, plus the period in which they read
 * the group.
 */
export function shortName({ states }: ReviewGroup, { site, states: regions }: Content): string {
  const [first] = states;
  if (first === undefined) return '';
  const others = new Set(states.map(({ code }) => code)).size - 1;
  const { singular = '', plural = '' } = site.region;
  const named = others === 0 ? first.name : `${first.name} and ${String(others)} other ${others === 1 ? singular : plural}`;
  return [named, period(first, zoneOf(first, regions))].filter(Boolean).join(', ');
}

/** Returns the regions of a group, combining those with the same period. */
export function periods({ states }: ReviewGroup, regions: Content['states']): { names: string; period: string | undefined }[] {
  const found = new Map<string | undefined, string[]>();
  for (const state of states) {
    const when = period(state, zoneOf(state, regions));
    found.set(when, [...(found.get(when) ?? []), state.name]);
  }
  return [...found].map(([when, names]) => ({ names: names.join(', '), period: when }));
}

function zoneOf({ code }: ReviewState, regions: Content['states']): string | undefined {
  return regions.find((region) => region.code === code)?.time_zones[0];
}

/** Whether nobody reads the group yet. */
export function isScheduled({ states }: ReviewGroup): boolean {
  return states.every(({ from }) => from != null);
}

export interface Category {
  name: string;
  entries: readonly FaqEntry[];
}

/** Groups the FAQ by category, both in content order. */
export function categories(entries: readonly FaqEntry[]): Category[] {
  const found = new Map<string, FaqEntry[]>();
  for (const entry of entries) {
    const there = found.get(entry.category);
    if (there === undefined) found.set(entry.category, [entry]);
    else there.push(entry);
  }
  return [...found].map(([name, of]) => ({ name, entries: of }));
}

/** Returns the first words of a node, as used in an answer that leads to it. */
export function title(node: ReviewNode): string {
  if (node.kind === 'solution') return plainText(node.title);
  return plainText(node.short ?? node.text.split('\n', 1)[0] ?? '');
}

/** Returns a node's id, with a number if earlier answers make several versions of it. */
export function nodeName({ nodes }: ReviewGroup, node: ReviewNode): string {
  const id = idOf(node);
  const copies = nodes.filter((other) => idOf(other) === id);
  return copies.length === 1 ? id : `${id} (${String(copies.indexOf(node) + 1)} of ${String(copies.length)})`;
}

function idOf(node: ReviewNode): string {
  return (node.kind === 'question' ? node.question : node.solution) ?? node.id;
}

/** The ids of page elements that the table of contents or an answer links to. */
export const anchors = {
  group: (group: ReviewGroup) => `group-${nameOf(group)}`,
  node: (group: ReviewGroup, id: string) => `node-${nameOf(group)}-${id}`,
  flow: (id: string) => `flow-${id}`,
  section: (id: string) => `support-${id}`,
  category: (index: number) => `faq-${String(index + 1)}`,
} as const;

/** Returns a name that's unique on the page, because a region reads only one group at a time. */
function nameOf({ example, states }: ReviewGroup): string {
  const from = states.find(({ code }) => code === example)?.from ?? states[0]?.from;
  return from == null ? example : `${example}-${from.replaceAll(/\W/g, '')}`;
}

/**
 * Says when a group is read: `from October 6, 2026`, `through October 5, 2026`; empty if it's read now and has no end
 * date. The dates are in `zone`, or else in the reader's own zone.
 */
export function period({ from, until }: Pick<ReviewState, 'from' | 'until'>, zone: string | undefined): string | undefined {
  const said = [from && `from ${beginning(new Date(from), zone)}`, until && ending(new Date(until), zone)].filter(Boolean);
  return said.length === 0 ? undefined : said.join(' ');
}

function beginning(at: Date, zone: string | undefined): string {
  return isDay(at, zone) ? day(at, zone) : instant(at, zone);
}

/** Formats the last day: a period that ends at the start of a day lasts through the day before. */
function ending(at: Date, zone: string | undefined): string {
  return isDay(at, zone) ? `through ${day(before(at), zone)}` : `until ${instant(at, zone)}`;
}

/** Whether a day begins at this instant, which isn't midnight in every zone. */
function isDay(at: Date, zone: string | undefined): boolean {
  return day(at, zone) !== day(before(at), zone);
}

const before = (at: Date) => new Date(at.getTime() - 1);
const day = (at: Date, timeZone: string | undefined) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone });

function instant(at: Date, timeZone: string | undefined): string {
  return at.toLocaleString('en-US', { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
}
