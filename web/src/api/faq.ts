/** The FAQ search, as a query. Answers are kept by content version, query and category: an older one can't pass for a newer. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type FaqAnswer = Schemas['FaqAnswer'];
export type FaqHit = Schemas['FaqHit'];
export type FaqEntry = Schemas['FaqEntry'];
export type CategoryCount = Schemas['CategoryCount'];
/** Start and end in Unicode scalar values, end exclusive. */
export type Range = readonly number[];

/** How many hits a search shows, and how many entries are kept for searching without a connection. */
const hitLimit = 100;
export const entryLimit = 1000;

/** What the engine finds. A blank query is every entry in content's own order. */
export function faqSearch(version: string, q: string, category?: string) {
  const blank = q.trim() === '';
  return queryOptions({
    queryKey: ['faq', version, blank ? '' : q, category ?? ''],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/api/faq', {
          params: { query: { q: blank ? '' : q, ...(category !== undefined && { category }), limit: blank ? entryLimit : hitLimit } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 5 * 60_000,
  });
}

/** Every entry: what is on the screen before anything is typed, and what can be searched when the connection is down. */
export function faqEntries(version: string) {
  return queryOptions({ ...faqSearch(version, ''), placeholderData: undefined, gcTime: Infinity });
}
