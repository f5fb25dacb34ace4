import type { Hit } from './listing';
import { plainText } from '../../ui';
import { hitWords, wordPattern } from './words';

/** As much of an answer as stands in the list, about. */
const beginning = 150;

/** Whether the snippet says what the beginning of the answer, which stands there anyway, does not. */
export function matchesFurtherDown(hit: Hit): boolean {
  if (hit.snippet.highlights.length === 0) return false;
  const pattern = wordPattern(hitWords(hit));
  return pattern === undefined || !pattern.test(plainText(hit.answer).slice(0, beginning));
}
