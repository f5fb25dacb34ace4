/**
 * What is found for what is typed. Every keystroke asks; the last answer stays until the one for the newest query is
 * there, and an answer to an older query is never shown after it: it belongs to another key, and its call is aborted.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { faqEntries, faqSearch, type FaqAnswer } from '../../api/faq';
import { Problem, unreachable } from '../../api/problem';
import type { FaqPlace } from '../../paths';
import { localFilter } from './localFilter';

export interface Found {
  /** The newest there is: of this query, or of the one before while this one's is awaited. */
  answer: FaqAnswer | undefined;
  /** Whether `answer` is the one to this very query. */
  settled: boolean;
  /** The engine can't be reached: `answer` is a plain search over what was loaded before. */
  local: boolean;
  /** Why there is no answer. */
  problem: unknown;
  retry: () => void;
}

export function useSearch(version: string, { q, category }: FaqPlace): Found {
  const all = useQuery(faqEntries(version));
  const search = useQuery(faqSearch(version, q, category));
  const cutOff =
    search.fetchStatus === 'paused' || (search.failureReason instanceof Problem && search.failureReason.passing);
  const own = search.data !== undefined && !search.isPlaceholderData;
  const entries = cutOff && !own ? all.data : undefined;
  const local = useMemo(() => entries && localFilter(entries, q, category), [entries, q, category]);

  return {
    answer: local ?? search.data,
    settled: own || local !== undefined,
    local: local !== undefined,
    problem: local === undefined ? (search.error ?? (search.data === undefined && search.fetchStatus === 'paused' ? unreachable : undefined)) : undefined,
    retry: () => {
      if (all.isError) void all.refetch();
      void search.refetch();
    },
  };
}
