/**
 * Marks words in rendered Markdown without touching its elements: the engine says what matched in the question, the
 * tags and the snippet; in the whole answer the same words are painted by the browser, where it can.
 */
import { useEffect, type RefObject } from 'react';
import type { FaqHit } from '../../api/faq';
import { markedWords, type MarkedWord } from './segments';

/** The name that the stylesheet knows the marks by. */
const name = 'faq-match';

/** One set of ranges for the page: every answer adds its own and takes them away again. */
let painted: Highlight | undefined;

function paint(): Highlight | undefined {
  if (painted === undefined && typeof Highlight === 'function' && CSS.highlights) {
    painted = new Highlight();
    CSS.highlights.set(name, painted);
  }
  return painted;
}

/** Whatever of a hit is marked, each word once. */
export function hitWords({ question, tags, highlights, snippet }: FaqHit): MarkedWord[] {
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

export function useWordMarks(element: RefObject<HTMLElement | null>, hit: FaqHit): void {
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
    // The Markdown renderer may still be on its way.
    const observer = new MutationObserver(mark);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clear();
    };
  }, [element, hit]);
}
