/** What is listed for a search: the texts that the app holds, in the order and with the marks of the engine's answer; how much that is. Pure. */
import type { CategoryCount, FaqAnswer, FaqEntry, FaqHit, FaqList, FaqTexts } from '../../api/types';

/** An entry with what matched in it. */
export type Hit = FaqEntry & Pick<FaqHit, 'weak' | 'highlights' | 'snippet'>;

export interface Listing {
  /** What was searched for; blank where every entry is listed. */
  query: string;
  /** How many match in the chosen category, and how many of them aren't weak. */
  total: number;
  strong: number;
  /** The matches in every category. */
  categories: readonly CategoryCount[];
  /** The first of them, those that aren't weak before the others. */
  hits: readonly Hit[];
}

/** An entry in which nothing is marked. */
export function unmarked(entry: FaqEntry): Hit {
  return { ...entry, weak: false, highlights: { question: [], tags: [] }, snippet: { text: '', highlights: [] } };
}

/**
 * The engine answers with what it serves now, which may be another version than the texts that are held, or in texts of a region that
 * aren't held (`alike` says whether they are): then the order is its own, the words are those that are held, nothing is marked in
 * them, and what isn't held is left out.
 */
export function listing(texts: FaqList, query: string, answer: FaqAnswer, alike = true): Listing {
  const held = new Map(texts.entries.map((entry) => [entry.id, entry]));
  const same = alike && answer.version === texts.version;
  const hits = answer.entries.flatMap(({ id, weak, highlights, snippet }): Hit[] => {
    const entry = held.get(id);
    if (entry === undefined) return [];
    return [same ? { ...entry, weak, highlights, snippet } : { ...unmarked(entry), weak }];
  });
  const missing = answer.entries.filter(({ id }) => !held.has(id));
  return {
    query,
    total: answer.total - missing.length,
    strong: answer.strong - missing.filter(({ weak }) => !weak).length,
    categories: answer.categories,
    hits,
  };
}

/** What is said where everything that matches is weak, unless content has words for it. */
export function weakOnly({ weak_only }: Pick<FaqTexts, 'weak_only'>): string {
  return weak_only ?? 'Nothing matches well.';
}

/** How much was found, in a sentence. */
export function countText({ query, total, strong, hits }: Listing, texts: Pick<FaqTexts, 'empty' | 'weak_only'>): string {
  if (total === 0) return texts.empty;
  const weaker = total > strong ? `${total - strong} weaker` : '';
  if (strong === 0) return `${weakOnly(texts)} ${weaker}`;
  const what = query.trim() === '' ? (total === 1 ? 'entry' : 'entries') : 'found';
  const listed = Math.min(strong, hits.length);
  const cut = listed < strong ? `, the first ${listed} listed` : '';
  return `${strong} ${what}${cut}${weaker && `, ${weaker}`}`;
}
