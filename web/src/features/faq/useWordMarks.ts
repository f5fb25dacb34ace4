/**
 * Marks words in rendered Markdown without touching its elements: the engine says what matched in the question, the
 * tags and the snippet; in the whole answer the same words are painted by the browser, where it can.
 */
import { useEffect, type RefObject } from 'react';
import type { Hit } from './listing';
import { hitWords, wordPattern } from './segments';

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
    // The Markdown renderer may still be on its way.
    const observer = new MutationObserver(mark);
    observer.observe(within, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      clear();
    };
  }, [element, hit]);
}
