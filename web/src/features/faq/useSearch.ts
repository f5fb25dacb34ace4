/**
 * What is found for what is typed. Every keystroke asks; the last listing stays until the one for the newest query is
 * there, and an answer to an older query is never shown after it: it belongs to another key, and its call is aborted.
 * Where nothing is typed nothing is asked: the app holds every entry. Those of a region come once it is chosen; until then, and
 * where they can't be had, the general ones stand there.
 */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { faqEntries, faqSearch, searches } from '../../api/faq';
import { Problem, unreachable } from '../../api/client';
import type { FaqPlace } from '../../contact/panels';
import { listing, localFilter, type Listing } from './listing';

export interface Found {
  /** The newest there is: of this query, or of the one before while this one's is awaited. */
  listing: Listing | undefined;
  /** Whether `listing` is that of this very query. */
  settled: boolean;
  /** The engine can't be reached: `listing` is a plain search over what was loaded before. */
  local: boolean;
  /** The texts of the region can't be had: those listed are the general ones. */
  general: boolean;
  /** Why there is none. */
  problem: Error | null;
  retry: () => void;
}

/** The first `limit` that are found, in the texts of the region `state` where one is given; all where the app itself has looked. */
export function useSearch(version: string, { q, category }: FaqPlace, limit: number, state?: string): Found {
  const queries = useQueryClient();
  const blank = q.trim() === '';
  const general = useQuery(faqEntries(version));
  const regional = useQuery({ ...faqEntries(version, state), enabled: state !== undefined });
  const all = state === undefined ? general : regional;
  const texts = all.data ?? general.data;
  // Where the region's texts are refused, the general ones are what is searched.
  const search = useQuery({ ...faqSearch(version, { q, category, limit, state: regional.isError ? undefined : state }), enabled: !blank });
  // What was typed stays in memory no longer than the panel is there.
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

/** Whether what is asked for doesn't come for now: it waits for a connection, or for its next try. */
function isAway({ fetchStatus, failureReason }: Pick<UseQueryResult, 'fetchStatus' | 'failureReason'>): boolean {
  return fetchStatus === 'paused' || (failureReason instanceof Problem && failureReason.passing);
}
