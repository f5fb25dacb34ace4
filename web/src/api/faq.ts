/**
 * The FAQ's entries, which the app keeps in memory, and its search, which only says which entries match. Search terms
 * are sent in a POST body: they may be about a voter, so they never appear in a URL.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client, Problem } from './client';
import type { FaqAnswer } from './types';

/** Start and end in Unicode scalar values; the end is exclusive. */
export type Range = readonly number[];

/**
 * Returns the query for every entry, in content order. It's fetched once per content version and kept in case the
 * connection goes down. With `state`, the text is the one for that region's volunteers; without it, the general one.
 */
export function faqEntries(version: string, state?: string) {
  return queryOptions({
    queryKey: state === undefined ? ['faq', version] : ['faq', version, state],
    queryFn: ({ signal }) => answer(client.GET('/api/faq', { params: { query: state === undefined ? {} : { state } }, signal })),
  });
}

/** The query key that all searches share. */
export const searches = ['faq-search'] as const;

/** A search: the first `limit` results (at most 1,000) for the non-blank `q`, in the text for the region `state`. */
export interface Wanted {
  q: string;
  category: string | undefined;
  limit: number;
  state: string | undefined;
}

/**
 * Searches the FAQ. `version` is the version on the screen; another one triggers a new request. Results are cached by the
 * complete request so that an older result can't pass for a newer one.
 */
export function faqSearch(version: string, { q, category, limit, state }: Wanted) {
  return queryOptions({
    queryKey: [...searches, version, q, category, limit, state],
    queryFn: async ({ signal }): Promise<FaqAnswer> => {
      const body = { q, category: category ?? null, limit };
      if (state === undefined) return answer(client.POST('/api/faq/search', { body, signal }));
      try {
        return await answer(client.POST('/api/faq/search', { body: { ...body, state }, signal }));
      } catch (error) {
        // The version served now no longer has this region.
        if (!(error instanceof Problem) || error.code !== 'unknown_state') throw error;
        return answer(client.POST('/api/faq/search', { body, signal }));
      }
    },
    gcTime: 5 * 60_000,
  });
}
