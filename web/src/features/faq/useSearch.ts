/**
 * What is found for what is typed. Every keystroke asks; the last listing stays until the one for the newest query is
 * there, and an answer to an older query is never shown after it: it belongs to another key, and its call is aborted.
 * Where nothing is typed nothing is asked: the app holds every entry.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { faqEntries, faqSearch, searches } from '../../api/faq';
import { Problem, unreachable } from '../../api/problem';
import type { FaqPlace } from '../../contact/panels';
import { listing, type Listing } from './listing';
import { localFilter } from './localFilter';

export interface Found {
  /** The newest there is: of this query, or of the one before while this one's is awaited. */
  listing: Listing | undefined;
  /** Whether `listing` is that of this very query. */
  settled: boolean;
  /** The engine can't be reached: `listing` is a plain search over what was loaded before. */
  local: boolean;
  /** Why there is none. */
  problem: unknown;
  retry: () => void;
}

/** The first `limit` that are found; all where the app itself has looked. */
export function useSearch(version: string, { q, category }: FaqPlace, limit: number): Found {
  const queries = useQueryClient();
  const blank = q.trim() === '';
  const { data: texts, ...all } = useQuery(faqEntries(version));
  const search = useQuery({ ...faqSearch(version, q, category, limit), enabled: !blank });
  // What was typed stays in memory no longer than the panel is there.
  useEffect(() => () => queries.removeQueries({ queryKey: searches }), [queries]);

  const paused = search.fetchStatus === 'paused';
  const away = paused || (search.failureReason instanceof Problem && search.failureReason.passing);
  const local = !blank && search.data === undefined && away && texts !== undefined;
  const own = useMemo((): Listing | undefined => {
    if (texts === undefined) return undefined;
    if (blank) return localFilter(texts, '', category);
    if (search.data !== undefined) return listing(texts, q, search.data);
    return local ? localFilter(texts, q, category) : undefined;
  }, [texts, blank, local, q, category, search.data]);

  const [last, setLast] = useState(own);
  if (own !== undefined && own !== last) setLast(own);
  const waiting = (texts === undefined && all.fetchStatus === 'paused') || (!blank && search.data === undefined && paused);
  return {
    listing: own ?? last,
    settled: own !== undefined,
    local,
    problem: own === undefined ? (all.error ?? search.error ?? (waiting ? unreachable : undefined)) : undefined,
    retry: () => {
      if (texts === undefined) void all.refetch();
      if (!blank) void search.refetch();
    },
  };
}
