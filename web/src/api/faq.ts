/**
 * The FAQ: its texts, which the app holds, and the search, whose answers only name entries. What is searched for is posted: it may
 * be about a voter, and no address has it.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client, Problem } from './client';
import type { FaqAnswer } from './types';

/** Start and end in Unicode scalar values, end exclusive. */
export type Range = readonly number[];

/**
 * Every entry, in content's own order: asked for once for each content version, and kept for when the connection is down. As the
 * volunteers of the region `state` read them; the general texts without one.
 */
export function faqEntries(version: string, state?: string) {
  return queryOptions({
    queryKey: state === undefined ? ['faq', version] : ['faq', version, state],
    queryFn: ({ signal }) => answer(client.GET('/api/faq', { params: { query: state === undefined ? {} : { state } }, signal })),
  });
}

/** The key of every search. */
export const searches = ['faq-search'] as const;

/** What is searched for: the first `limit` (1,000 at most) for `q`, which isn't blank, in texts as the region `state` has them. */
export interface Wanted {
  q: string;
  category: string | undefined;
  limit: number;
  state: string | undefined;
}

/**
 * What the engine finds. `version` is that of the screen: another asks again. Answers are kept by all that was asked, so that an
 * older one can't pass for a newer.
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
        // What is served meanwhile has no such region any more.
        if (!(error instanceof Problem) || error.code !== 'unknown_state') throw error;
        return answer(client.POST('/api/faq/search', { body, signal }));
      }
    },
    gcTime: 5 * 60_000,
  });
}
