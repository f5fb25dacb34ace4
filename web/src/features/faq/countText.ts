import type { FaqTexts } from '../../api/types';
import type { Listing } from './listing';

/** What is said where everything that matches is weak, unless content has words for it. */
export function weakOnly({ weak_only }: Pick<FaqTexts, 'weak_only'>): string {
  return weak_only ?? 'Nothing matches well.';
}

/** How much was found, in a sentence. */
export function countText({ query, total, strong, hits }: Listing, local: boolean, texts: Pick<FaqTexts, 'empty' | 'weak_only'>): string {
  const where = local ? ' (offline)' : '';
  if (total === 0) return texts.empty + where;
  const weaker = total > strong ? `${total - strong} weaker` : '';
  if (strong === 0) return `${weakOnly(texts)} ${weaker}${where}`;
  const what = query.trim() === '' ? (total === 1 ? 'entry' : 'entries') : 'found';
  const listed = Math.min(strong, hits.length);
  const cut = listed < strong ? `, the first ${listed} listed` : '';
  return `${strong} ${what}${cut}${weaker && `, ${weaker}`}${where}`;
}
