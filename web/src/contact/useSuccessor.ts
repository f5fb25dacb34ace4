/** What is served now, where a version turned out to be gone (410) although its content is shown: edits in quick succession. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Problem } from '../api/problem';
import { content as contentQuery } from '../api/queries';
import type { Content } from '../api/types';

export interface Successor {
  gone: boolean;
  /** It is here: it takes the place of the content that was shown, and the screens are drawn anew. */
  found: boolean;
  /** The asking for it. */
  asked: UseQueryResult<Content>;
}

/**
 * `error` is what the tree of `version` came to. Where the engine has dropped that version, what it serves now takes the place
 * of the content that is shown for `at`: the version that the address goes on with.
 */
export function useSuccessor(error: Error | null, version: string | undefined, at = version): Successor {
  const queries = useQueryClient();
  const gone = version !== undefined && error instanceof Problem && error.status === 410;
  // What is in the cache as current may be as old as what is gone: ask again.
  const asked = useQuery({ ...contentQuery(), enabled: gone, staleTime: 0 });
  const next = gone && !asked.isFetching && asked.data?.version !== version ? asked.data : undefined;
  useEffect(() => {
    if (next !== undefined) queries.setQueryData(contentQuery(at).queryKey, next);
  }, [queries, at, next]);
  return { gone, found: next !== undefined, asked };
}
