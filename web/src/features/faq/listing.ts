/**
 * Builds the list for a search: the entries that the app holds, in the order and with the highlights from the engine's
 * response, plus the counts. If the engine can't be reached, a simple search over the loaded entries matches only the
 * beginnings of words, without typo correction or synonyms. The panel then says so, because this can't fully replace
 * the engine's search. Pure.
 */
import type { Range } from '../../api/faq';
import type { CategoryCount, FaqAnswer, FaqEntry, FaqErrand, FaqHit, FaqList, FaqTexts } from '../../api/types';
import { plainText } from '../../ui';

/** An entry with its matches. */
export type Hit = FaqEntry & Pick<FaqHit, 'weak' | 'highlights' | 'snippet'>;

export interface Listing {
  /** The query; blank if every entry is listed. */
  query: string;
  /** The number of matches in the chosen category; `strong` is how many of them aren't weak. */
  total: number;
  strong: number;
  /** The code of a region that the query names. */
  region?: string | undefined;
  /** The number of matches in each category. */
  categories: readonly CategoryCount[];
  /** The first matches, strong ones before weak ones. */
  hits: readonly Hit[];
  /**
   * Matters that nobody here handles and that match better than any hit, best first; the hits are then weak. The app
   * doesn't hold any of these, so its own search never finds any.
   */
  elsewhere: readonly FaqErrand[];
}

/** Returns an entry without highlights. */
export function unmarked(entry: FaqEntry): Hit {
  return { ...entry, weak: false, highlights: { question: [], tags: [] }, snippet: { text: '', highlights: [] } };
}

/**
 * Combines the loaded entries with the engine's response. The response may be for a newer version than the loaded
 * entries, or for a region whose text isn't loaded (`alike` is false then). In that case the response determines the
 * order, but the loaded entries are shown without highlights, and those that aren't loaded are left out.
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

/** Returns the text for when every match is weak: the one from content, or a default. */
export function weakOnly({ weak_only }: Pick<FaqTexts, 'weak_only'>): string {
  return weak_only ?? 'Nothing matches well.';
}

/** Returns the label of a matter that another office handles. */
export const notOurs = ({ question }: FaqErrand) => `Not ours: ${question}`;

/** Says in a sentence how many entries were found. If there are errands, they matched better than everything else. */
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
  /** The position, in Unicode scalar values. */
  range: Range;
}

/**
 * Splits text into words and their positions, without case, accents, or punctuation. An apostrophe is part of its word.
 */
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

/** The weight of a word in each field. */
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
    // The answer is shown in full, so only its highlights matter.
    snippet: { text: answer, highlights: marks(places.answer, wanted) },
  };
  return { covered, score, hit };
}

/**
 * Finds the entries in `texts` that contain the words in `q`: those with every word first, then those with some, as
 * weak. Returns all if `q` is blank.
 */
export function localFilter(texts: FaqList, q: string, category?: string): Listing {
  const wanted = [...new Set(words(q).map(({ text }) => text))];
  const found = texts.entries.flatMap((entry) => match(entry, wanted) ?? []);
  found.sort((a, b) => b.covered - a.covered || b.score - a.score || a.hit.number - b.hit.number);
  const all = found.map(({ hit }) => hit);
  const hits = category === undefined ? all : all.filter((hit) => hit.category === category);
  // In content order.
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
