import type { FaqAnswer } from '../../api/faq';
import type { FaqTexts } from '../../api/types';

/** How much was found, in a sentence. */
export function countText({ query, total, entries }: FaqAnswer, local: boolean, texts: Pick<FaqTexts, 'empty'>): string {
  const where = local ? ' (offline)' : '';
  if (total === 0) return texts.empty + where;
  const what = query === '' ? (total === 1 ? 'entry' : 'entries') : 'found';
  const cut = entries.length < total ? `, the first ${entries.length} listed` : '';
  return `${total} ${what}${cut}${where}`;
}
