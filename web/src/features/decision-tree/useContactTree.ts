/**
 * The tree that a contact walks: of the version in its address, held in the browser from then on; of the one served now
 * where none is named.
 *
 * A page that slept may still hold the content of a version whose tree the engine has dropped (410). Then the content that
 * is served now takes its place, and all else is as with an address from long ago: the screen around this one renews the
 * contact (`features/update/Renew`) and says so.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { Problem } from '../../api/client';
import { tree as treeQuery } from '../../api/queries';
import type { Tree } from '../../api/types';
import { useSuccessor } from '../../contact/useStanding';

export type ContactTree =
  | { status: 'ready'; tree: Tree }
  | { status: 'waiting' }
  /** The address names a region that content doesn't have. */
  | { status: 'unknown' }
  | { status: 'failed'; error: Error; trying: boolean; retry: () => void };

/** `onVersion` is told which version the contact goes on with, where its address names none. */
export function useContactTree(state: string, version: string | undefined, onVersion: (version: string) => void): ContactTree {
  const queries = useQueryClient();
  const asked = useQuery(treeQuery(state, version));
  const { data: tree } = asked;
  // With the screen, not after it: a move that is made from it takes its version along.
  useLayoutEffect(() => {
    if (tree === undefined || tree.version === version) return;
    queries.setQueryData(treeQuery(state, tree.version).queryKey, tree);
    onVersion(tree.version);
  }, [queries, state, version, tree, onVersion]);

  const { found, ...failed } = useSuccessor(asked, version);

  if (tree !== undefined) return { status: 'ready', tree };
  const { error } = failed;
  if (error === null || found) return { status: 'waiting' };
  if (error instanceof Problem && error.status === 404) return { status: 'unknown' };
  return { status: 'failed', ...failed, error };
}
