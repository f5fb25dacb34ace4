/**
 * The FAQ: its texts, which the app holds, and the search, whose answers only name entries. What is searched for is posted: it may
 * be about a voter, and no address has it.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** Every entry, of one content version. */
export type FaqTexts = Schemas['FaqList'];
export type FaqEntry = Schemas['FaqEntry'];
/** What a search finds. */
export type FaqAnswer = Schemas['FaqAnswer'];
export type FaqHit = Schemas['FaqHit'];
export type CategoryCount = Schemas['CategoryCount'];
/** Start and end in Unicode scalar values, end exclusive. */
export type Range = readonly number[];

/** Every entry, in content's own order: asked for once for each content version, and kept for when the connection is down. */
export function faqEntries(version: string) {
  return queryOptions({
    queryKey: ['faq', version],
    queryFn: ({ signal }) => answer(client.GET('/api/faq', { signal })),
  });
}

/** The key of every search. */
export const searches = ['faq-search'] as const;

/**
 * The first `limit` (1,000 at most) of what the engine finds for `q`, which isn't blank. `version` is that of the screen: another
 * asks again. Answers are kept by all that was asked, so that an older one can't pass for a newer.
 */
export function faqSearch(version: string, q: string, category: string | undefined, limit: number) {
  return queryOptions({
    queryKey: [...searches, version, q, category, limit],
    queryFn: ({ signal }) => answer(client.POST('/api/faq/search', { body: { q, category: category ?? null, limit }, signal })),
    gcTime: 5 * 60_000,
  });
}
