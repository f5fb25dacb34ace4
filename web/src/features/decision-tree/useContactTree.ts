/**
 * The tree that a contact walks: of the version in its address, held in the browser from then on.
 * Where that version is gone (410) or none is named, the one served now takes its place.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { Problem } from '../../api/problem';
import { tree as treeQuery } from '../../api/queries';
import type { Tree } from '../../contact/tree';

export type ContactTree =
  | { status: 'ready'; tree: Tree }
  | { status: 'waiting' }
  /** The address names a region that content does not have. */
  | { status: 'unknown' }
  | { status: 'failed'; error: Error; trying: boolean; retry: () => void };

/** `onVersion` is told which version the contact goes on with, where that is not the one in its address. */
export function useContactTree(
  state: string,
  version: string | undefined,
  onVersion: (version: string, goneFrom: string | undefined) => void,
): ContactTree {
  const queries = useQueryClient();
  const named = useQuery(treeQuery(state, version));
  const gone = version !== undefined && status(named.error) === 410;
  // What is in the cache as current may be as old as what is gone: ask again.
  const current = useQuery({ ...treeQuery(state), enabled: gone, staleTime: 0 });
  const used = gone ? current : named;
  const tree = gone && current.isFetching ? undefined : used.data;

  useEffect(() => {
    if (tree === undefined || tree.version === version) return;
    queries.setQueryData(treeQuery(state, tree.version).queryKey, tree);
    onVersion(tree.version, version);
  }, [queries, state, version, tree, onVersion]);

  if (tree !== undefined) return { status: 'ready', tree };
  // Without a connection the question waits; it goes out by itself once there is one.
  const error = used.fetchStatus === 'paused' ? unreachable : used.error;
  if (error === null || (gone && current.isFetching)) return { status: 'waiting' };
  if (status(error) === 404) return { status: 'unknown' };
  return { status: 'failed', error, trying: used.isFetching, retry: () => void used.refetch() };
}

const unreachable = new Problem(0, undefined);

function status(error: Error | null): number | undefined {
  return error instanceof Problem ? error.status : undefined;
}
