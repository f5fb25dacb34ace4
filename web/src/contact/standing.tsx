/**
 * The result of the contact's answers so far: a replay of its URL over the tree of its region and version, available at
 * every step.
 */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { failure, Problem, useReason } from '../api/client';
import { content as contentQuery, tree as treeQuery } from '../api/queries';
import type { Content, Solution, Step, Tree } from '../api/types';
import type { Contact } from '../paths';
import page from '../styles/page.module.css';
import { Card, LoadState, PageHeading } from '../ui';
import { begun } from './stage';
import { walk, type Walk } from './walk';

export type Standing =
  /** No question was answered in this contact, or its URL names something that the content doesn't contain. */
  | { status: 'none' }
  | { status: 'waiting' }
  | { status: 'failed'; error: Error; trying: boolean; retry: () => void }
  | { status: 'ready'; tree: Tree; walked: Walk };

export function useStanding(content: Content, step: Step, contact: Contact): Standing {
  const code = begun(contact) && content.states.some((one) => one.code === contact.state) ? contact.state : undefined;
  // The same query as in the tree's own step, so that the tree is fetched once.
  const asked = useQuery({ ...treeQuery(code ?? '', contact.version), enabled: code !== undefined });
  // At the tree's step, the step itself continues with the served version when its own version is gone.
  const { found, ...failed } = useSuccessor(asked, step.kind === 'tree' ? undefined : contact.version);
  const tree = code === undefined ? undefined : asked.data;
  const walked = useMemo(() => tree && walk(tree, contact.answers), [tree, contact.answers]);
  if (code === undefined) return { status: 'none' };
  if (tree !== undefined) return walked === undefined ? { status: 'none' } : { status: 'ready', tree, walked };
  return failed.error === null || found ? { status: 'waiting' } : { status: 'failed', ...failed, error: failed.error };
}

/** Returns the decision, if there is one; `none` if the contact has none; `undefined` while that isn't known. */
export function decisionOf(standing: Standing): Solution | 'none' | undefined {
  if (standing.status === 'none') return 'none';
  if (standing.status !== 'ready') return undefined;
  const { node, problem } = standing.walked;
  return node.kind === 'solution' && problem === undefined ? node : 'none';
}

export interface Successor {
  /** Whether the successor has loaded: it then replaces the shown content, and the screens render again. */
  found: boolean;
  /** The error from loading the tree or its successor. */
  error: Error | null;
  trying: boolean;
  retry: () => void;
}

/**
 * After edits in quick succession, a version may turn out to be gone (410) even though its content is on the screen.
 * `tree` is the query for the tree of `version`. If the engine has dropped that version, the served content replaces
 * the content shown for `at`, the version that the URL continues with.
 */
export function useSuccessor(tree: UseQueryResult<Tree>, version: string | undefined, at = version): Successor {
  const queries = useQueryClient();
  const gone = version !== undefined && tree.error instanceof Problem && tree.error.status === 410;
  // The cached current content may be as old as the version that's gone, so it's requested again.
  const current = useQuery({ ...contentQuery(), enabled: gone, staleTime: 0 });
  const next = gone && !current.isFetching && current.data?.version !== version ? current.data : undefined;
  useEffect(() => {
    if (next !== undefined) queries.setQueryData(contentQuery(at).queryKey, next);
  }, [queries, at, next]);
  return {
    found: next !== undefined,
    error: failure(gone && (current.isFetching || current.error !== null) ? current : tree),
    trying: tree.isFetching || current.isFetching,
    // With two engines, only one may still have the version: whichever answers first decides.
    retry: () => void Promise.all([tree.refetch(), ...(gone ? [current.refetch()] : [])]),
  };
}

export function TreeFailed({ error, trying, retry }: { error: Error; trying: boolean; retry: () => void }) {
  const title = 'The questions couldn’t be loaded';
  const reason = useReason(error);
  return (
    <Card as="section" aria-label={title}>
      <PageHeading title={title}>{title}</PageHeading>
      <div className={page.failed}>
        <LoadState problem={reason && `${reason} You won’t lose your place.`} trying={trying} onRetry={retry} look="primary" />
      </div>
    </Card>
  );
}
