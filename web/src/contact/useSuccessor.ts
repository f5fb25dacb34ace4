/** What is served now, where a version turned out to be gone (410) although its content is shown: edits in quick succession. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failure, Problem } from '../api/problem';
import { content as contentQuery } from '../api/queries';
import type { Tree } from './tree';

export interface Successor {
  /** It is here: it takes the place of the content that was shown, and the screens are drawn anew. */
  found: boolean;
  /** What the tree, or the asking for its successor, failed with. */
  error: Error | null;
  trying: boolean;
  retry: () => void;
}

/**
 * `tree` is the asking for the tree of `version`. Where the engine has dropped that version, what it serves now takes the place
 * of the content that is shown for `at`: the version that the address goes on with.
 */
export function useSuccessor(tree: UseQueryResult<Tree>, version: string | undefined, at = version): Successor {
  const queries = useQueryClient();
  const gone = version !== undefined && tree.error instanceof Problem && tree.error.status === 410;
  // What is in the cache as current may be as old as what is gone: ask again.
  const current = useQuery({ ...contentQuery(), enabled: gone, staleTime: 0 });
  const next = gone && !current.isFetching && current.data?.version !== version ? current.data : undefined;
  useEffect(() => {
    if (next !== undefined) queries.setQueryData(contentQuery(at).queryKey, next);
  }, [queries, at, next]);
  return {
    found: next !== undefined,
    error: failure(gone && (current.isFetching || current.error !== null) ? current : tree),
    trying: tree.isFetching || current.isFetching,
    // Of two engines one may still have the version and the other not: whichever answers first decides.
    retry: () => void Promise.all([tree.refetch(), ...(gone ? [current.refetch()] : [])]),
  };
}
