/** The words of an entry that matched, to be found again where the engine doesn't say: in the whole answer. */
import type { Hit } from './listing';
import { markedWords, type MarkedWord } from './segments';

/** Whatever of a hit is marked, each word once. */
export function hitWords({ question, tags, highlights, snippet }: Hit): MarkedWord[] {
  const all = [
    ...markedWords(question, highlights.question),
    ...tags.flatMap((tag, index) => markedWords(tag, highlights.tags[index] ?? [])),
    ...markedWords(snippet.text, snippet.highlights),
  ];
  return [...new Map(all.map((word) => [`${word.text.toLowerCase()} ${word.whole}`, word])).values()];
}

/** What finds these words, at the beginnings of words; nothing where there are none. */
export function wordPattern(words: readonly MarkedWord[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const each = words.map(({ text, whole }) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + (whole ? '(?![\\p{L}\\p{N}])' : ''));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${each.join('|')})`, 'giu');
}
