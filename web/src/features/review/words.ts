/** The words and anchors of the page: pure. */
import type { Content } from '../../api/types';
import type { FaqEntry } from '../../api/faq';
import type { ReviewGroup, ReviewNode } from '../../api/review';
import { plainText } from '../../ui';

/** The one region by its name, or the first of several and how many others. */
export function shortName({ states }: ReviewGroup, region: Content['site']['region']): string {
  const [first] = states;
  const others = states.length - 1;
  if (others === 0) return first?.name ?? '';
  return `${first?.name ?? ''} and ${String(others)} other ${others === 1 ? region.singular : region.plural}`;
}

export interface Category {
  name: string;
  entries: readonly FaqEntry[];
}

/** The FAQ by category, both in content's own order. */
export function categories(entries: readonly FaqEntry[]): Category[] {
  const found = new Map<string, FaqEntry[]>();
  for (const entry of entries) {
    const there = found.get(entry.category);
    if (there === undefined) found.set(entry.category, [entry]);
    else there.push(entry);
  }
  return [...found].map(([name, of]) => ({ name, entries: of }));
}

/** A node by its first words, as an answer names it that leads there. */
export function title(node: ReviewNode): string {
  if (node.kind === 'solution') return plainText(node.title);
  return plainText(node.short ?? node.text.split('\n', 1)[0] ?? '');
}

/** The nodes that read, to the letter, as in an earlier group, each with that group. */
export type Before = ReadonlyMap<ReviewNode, ReviewGroup>;

export function readBefore(groups: readonly ReviewGroup[]): Before {
  const first = new Map<string, ReviewGroup>();
  const found = new Map<ReviewNode, ReviewGroup>();
  for (const group of groups) {
    for (const node of group.nodes) {
      const text = JSON.stringify(node);
      const earlier = first.get(text);
      if (earlier === undefined) first.set(text, group);
      else found.set(node, earlier);
    }
  }
  return found;
}

/** Ids in the page; what they lead to is in the table of contents or an answer. */
export const anchors = {
  tree: 'tree',
  contacts: 'contacts',
  agreement: 'agreement',
  faq: 'faq',
  support: 'support',
  guides: 'guides',
  news: 'news',
  group: ({ example }: ReviewGroup) => `group-${example}`,
  node: ({ example }: ReviewGroup, id: string) => `node-${example}-${id}`,
  flow: (id: string) => `flow-${id}`,
  section: (id: string) => `support-${id}`,
  category: (index: number) => `faq-${String(index + 1)}`,
} as const;
