/**
 * Highlights: splits text where they begin and end, finds the words that they cover, and paints them in the full
 * answer. The engine counts Unicode scalar values; JavaScript strings count UTF-16 code units.
 */
import { useEffect, type RefObject } from 'react';
import type { Range as Stretch } from '../../api/faq';
import type { Hit } from './listing';

export interface Segment {
  text: string;
  marked: boolean;
}

/**
 * Splits the whole of `text` into segments, in order. The ranges are sorted and don't overlap; one may extend past the end.
 */
export function segments(text: string, ranges: readonly Stretch[]): Segment[] {
  const characters = [...text];
  const found: Segment[] = [];
  let done = 0;
  const push = (end: number, marked: boolean) => {
    if (end <= done) return;
    found.push({ text: characters.slice(done, end).join(''), marked });
    done = end;
  };
  for (const [from = 0, to = 0] of ranges) {
    push(Math.min(from, characters.length), false);
    push(Math.min(to, characters.length), true);
  }
  push(characters.length, false);
  return found;
}

/** A highlighted word: complete, or only its beginning. */
export interface MarkedWord {
  text: string;
  whole: boolean;
}

/** Returns the highlighted words as they're written in the text. */
export function markedWords(text: string, ranges: readonly Stretch[]): MarkedWord[] {
  const all = segments(text, ranges);
  return all.flatMap((segment, index) =>
    segment.marked ? [{ text: segment.text, whole: !/^[\p{L}\p{N}]/u.test(all[index + 1]?.text ?? '') }] : [],
  );
}

/**
 * Returns each highlighted word in a hit once, so that it can be found again in the full answer, for which the engine
 * sends no highlights.
 */
export function hitWords({ question, tags, highlights, snippet }: Hit): MarkedWord[] {
  const all = [
    ...markedWords(question, highlights.question),
    ...tags.flatMap((tag, index) => markedWords(tag, highlights.tags[index] ?? [])),
    ...markedWords(snippet.text, snippet.highlights),
  ];
  return [...new Map(all.map((word) => [`${word.text.toLowerCase()} ${word.whole}`, word])).values()];
}

/** Returns a pattern that matches these words at the beginnings of words; `undefined` if there are none. */
export function wordPattern(words: readonly MarkedWord[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const each = words.map(({ text, whole }) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + (whole ? '(?![\\p{L}\\p{N}])' : ''));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${each.join('|')})`, 'giu');
}

/** The name of the highlight in the stylesheet. */
const name = 'faq-match';

/** The page's only highlight object: every answer adds its own ranges and removes them again. */
let painted: Highlight | undefined;

function paint(): Highlight | undefined {
  if (painted === undefined && typeof Highlight === 'function' && CSS.highlights) {
    painted = new Highlight();
    CSS.highlights.set(name, painted);
  }
  return painted;
}

export function useWordMarks(element: RefObject<HTMLElement | null>, hit: Hit): void {
  useEffect(() => {
    const within = element.current;
    const highlight = paint();
    const pattern = wordPattern(hitWords(hit));
    if (within === null || highlight === undefined || pattern === undefined) return undefined;
    let ranges: Range[] = [];
    const clear = () => {
      for (const range of ranges) highlight.delete(range);
      ranges = [];
    };
    const mark = () => {
      clear();
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        for (const found of (node.textContent ?? '').matchAll(pattern)) {
          const range = new Range();
          range.setStart(node, found.index);
          range.setEnd(node, found.index + found[0].length);
          ranges.push(range);
          highlight.add(range);
        }
      }
    };
    mark();
    // The Markdown renderer may still be loading.
    const observer = new MutationObserver(mark);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clear();
    };
  }, [element, hit]);
}
