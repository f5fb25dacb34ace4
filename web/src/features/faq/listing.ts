/**
 * What is listed for a search: the texts that the app holds, in the order and with the marks of the engine's answer; how much that is.
 * Where the engine can't be reached, a simple search over the entries already loaded finds words by their beginnings and nothing else:
 * no typos, no synonyms. The panel says so; the engine's search is the real one. Pure.
 */
import type { Range } from '../../api/faq';
import type { CategoryCount, FaqAnswer, FaqEntry, FaqErrand, FaqHit, FaqList, FaqTexts } from '../../api/types';
import { plainText } from '../../ui';

/** An entry with what matched in it. */
export type Hit = FaqEntry & Pick<FaqHit, 'weak' | 'highlights' | 'snippet'>;

export interface Listing {
  /** What was searched for; blank where every entry is listed. */
  query: string;
  /** How many match in the chosen category, and how many of them aren't weak. */
  total: number;
  strong: number;
  /** Code of a region that the query names. */
  region?: string | undefined;
  /** The matches in every category. */
  categories: readonly CategoryCount[];
  /** The first of them, those that aren't weak before the others. */
  hits: readonly Hit[];
  /** What nobody here answers and matches better than all hits, the best first: then they're weak. The app holds none, so its own search finds none. */
  elsewhere: readonly FaqErrand[];
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
    region: answer.region ?? undefined,
    categories: answer.categories,
    hits,
    elsewhere: answer.elsewhere,
  };
}

/** What is said where everything that matches is weak, unless content has words for it. */
export function weakOnly({ weak_only }: Pick<FaqTexts, 'weak_only'>): string {
  return weak_only ?? 'Nothing matches well.';
}

/** What an errand is called: it's another office's. */
export const notOurs = ({ question }: FaqErrand) => `Not ours: ${question}`;

/** How much was found, in a sentence; an errand matched better than all of it. */
export function countText({ query, total, strong, hits, elsewhere }: Listing, texts: Pick<FaqTexts, 'empty' | 'weak_only'>): string {
  const weaker = total > strong ? `${total - strong} weaker` : '';
  if (elsewhere.length > 0) return [...elsewhere.map(notOurs), weaker].filter(Boolean).join(' ');
  if (total === 0) return texts.empty;
  if (strong === 0) return `${weakOnly(texts)} ${weaker}`;
  const what = query.trim() === '' ? (total === 1 ? 'entry' : 'entries') : 'found';
  const listed = Math.min(strong, hits.length);
  const cut = listed < strong ? `, the first ${listed} listed` : '';
  return `${strong} ${what}${cut}${weaker && `, ${weaker}`}`;
}

interface Word {
  text: string;
  /** In scalar values. */
  range: Range;
}

/** Words without case, accents and punctuation, and where they stand. An apostrophe is part of its word. */
export function words(text: string): Word[] {
  let at = 0;
  let done = 0;
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ\u200b-\u200d\ufeff]*/gu)].map(({ 0: word, index }) => {
    const start = at + [...text.slice(done, index)].length;
    at = start + [...word].length;
    done = index + word.length;
    return { text: word.normalize('NFKD').replace(/[\p{M}'’ʼ\u200b-\u200d\ufeff]/gu, '').toLowerCase(), range: [start, at] };
  });
}

function marks(in_: readonly Word[], wanted: readonly string[]): number[][] {
  return in_.filter(({ text }) => wanted.some((word) => text.startsWith(word))).map(({ range }) => [...range]);
}

/** How much a word in each place is worth. */
const worth = { question: 4, tags: 2, answer: 1 };

function match(entry: FaqEntry, wanted: readonly string[]): { covered: number; score: number; hit: Hit } | undefined {
  if (wanted.length === 0) return { covered: 0, score: 0, hit: unmarked(entry) };
  const answer = plainText(entry.answer).replace(/\s+/g, ' ');
  const places = { question: words(entry.question), tags: entry.tags.flatMap(words), answer: words(answer) };
  let score = 0;
  let covered = 0;
  for (const word of wanted) {
    const best = (['question', 'tags', 'answer'] as const).find((place) => places[place].some(({ text }) => text.startsWith(word)));
    if (best === undefined) continue;
    covered += 1;
    score += worth[best];
  }
  if (covered === 0) return undefined;
  const hit: Hit = {
    ...entry,
    weak: covered < wanted.length,
    highlights: { question: marks(places.question, wanted), tags: entry.tags.map((tag) => marks(words(tag), wanted)) },
    // Where it's shown whole, only its marks count.
    snippet: { text: answer, highlights: marks(places.answer, wanted) },
  };
  return { covered, score, hit };
}

/** What of `texts` holds the words of `q`: those with every word first, those with some after them as weak. All, where `q` is blank. */
export function localFilter(texts: FaqList, q: string, category?: string): Listing {
  const wanted = [...new Set(words(q).map(({ text }) => text))];
  const found = texts.entries.flatMap((entry) => match(entry, wanted) ?? []);
  found.sort((a, b) => b.covered - a.covered || b.score - a.score || a.hit.number - b.hit.number);
  const all = found.map(({ hit }) => hit);
  const hits = category === undefined ? all : all.filter((hit) => hit.category === category);
  // In content's own order.
  const categories = [...new Set(texts.entries.map((entry) => entry.category))];
  return {
    query: q,
    total: hits.length,
    strong: hits.filter(({ weak }) => !weak).length,
    categories: categories.map((name) => ({ name, count: all.filter((hit) => hit.category === name).length })),
    hits,
    elsewhere: [],
  };
}
