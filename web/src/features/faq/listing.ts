/** What is listed for a search: the texts that the app holds, in the order and with the marks of the engine's answer. Pure. */
import type { CategoryCount, FaqAnswer, FaqEntry, FaqHit, FaqTexts } from '../../api/faq';

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
export function listing(texts: FaqTexts, query: string, answer: FaqAnswer, alike = true): Listing {
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
