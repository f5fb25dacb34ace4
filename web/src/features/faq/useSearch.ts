/**
 * The results for the typed query. Every keystroke sends a request. The last listing stays until the one for the newest
 * query arrives, and a response to an older query is never shown after that: it has a different query key, and its
 * request is aborted. An empty search doesn't send a request, because the app holds every entry. A region's text is
 * loaded once the region is chosen; until then, or if it can't be loaded, the general text is shown.
 */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { faqEntries, faqSearch, searches } from '../../api/faq';
import { Problem, unreachable } from '../../api/client';
import type { FaqPlace } from '../../contact/panels';
import { listing, localFilter, type Listing } from './listing';

export interface Found {
  /** The newest listing: for this query, or for the previous one while this one is pending. */
  listing: Listing | undefined;
  /** Whether `listing` belongs to exactly this query. */
  settled: boolean;
  /** Whether the engine is unreachable, so that `listing` is a simple search over what was loaded before. */
  local: boolean;
  /** Whether the region's text couldn't be loaded, so that the general text is listed. */
  general: boolean;
  /** Why there is no listing. */
  problem: Error | null;
  retry: () => void;
}

/** Returns the first `limit` matches, in the region's text if `state` is given. A local search returns all matches. */
export function useSearch(version: string, { q, category }: FaqPlace, limit: number, state?: string): Found {
  const queries = useQueryClient();
  const blank = q.trim() === '';
  const general = useQuery(faqEntries(version));
  const regional = useQuery({ ...faqEntries(version, state), enabled: state !== undefined });
  const all = state === undefined ? general : regional;
  const texts = all.data ?? general.data;
  // If the region's text can't be loaded, search the general text.
  const search = useQuery({ ...faqSearch(version, { q, category, limit, state: regional.isError ? undefined : state }), enabled: !blank });
  // The typed text stays in memory only as long as the panel is mounted.
  useEffect(() => () => queries.removeQueries({ queryKey: searches }), [queries]);

  const paused = search.fetchStatus === 'paused';
  const local = !blank && search.data === undefined && isAway(search) && texts !== undefined;
  const alike = texts === all.data || regional.isError;
  const own = useMemo((): Listing | undefined => {
    if (texts === undefined) return undefined;
    if (blank) return localFilter(texts, '', category);
    if (search.data !== undefined) return listing(texts, q, search.data, alike);
    return local ? localFilter(texts, q, category) : undefined;
  }, [texts, alike, blank, local, q, category, search.data]);

  const [last, setLast] = useState(own);
  if (own !== undefined && own !== last) setLast(own);
  const waiting = (texts === undefined && general.fetchStatus === 'paused') || (!blank && search.data === undefined && paused);
  return {
    listing: own ?? last,
    settled: own !== undefined,
    local,
    general: texts !== undefined && all.data === undefined && (regional.isError || isAway(regional)),
    problem: own === undefined ? ((texts === undefined ? general.error : null) ?? search.error ?? (waiting ? unreachable : null)) : null,
    retry: () => {
      if (texts === undefined) void general.refetch();
      if (all.data === undefined && all !== general) void regional.refetch();
      if (!blank) void search.refetch();
    },
  };
}

/** Whether a request is on hold: waiting for a connection or for its next retry. */
function isAway({ fetchStatus, failureReason }: Pick<UseQueryResult, 'fetchStatus' | 'failureReason'>): boolean {
  return fetchStatus === 'paused' || (failureReason instanceof Problem && failureReason.passing);
}
