/** What the contact's answers have come to: a replay of its address over the tree of its region and version, on every step. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { tree as treeQuery } from '../api/queries';
import type { Content, Step } from '../api/types';
import type { Contact } from '../paths';
import { begun } from './stage';
import type { Solution, Tree } from './tree';
import { useSuccessor } from './useSuccessor';
import { walk, type Walk } from './walk';

export type Standing =
  /** Nothing was asked in this contact, or its address names what content doesn't have. */
  | { status: 'none' }
  | { status: 'waiting' }
  | { status: 'failed'; error: Error; trying: boolean; retry: () => void }
  | { status: 'ready'; tree: Tree; walked: Walk };

export function useStanding(content: Content, step: Step, contact: Contact): Standing {
  const code = begun(contact) && content.states.some((one) => one.code === contact.state) ? contact.state : undefined;
  // As the tree's own step asks for it, so that it's asked once.
  const asked = useQuery({ ...treeQuery(code ?? '', contact.version), enabled: code !== undefined });
  // There the step itself goes on with what is served now, where its version is gone.
  const { found, ...failed } = useSuccessor(asked, step.kind === 'tree' ? undefined : contact.version);
  const tree = code === undefined ? undefined : asked.data;
  const walked = useMemo(() => tree && walk(tree, contact.answers), [tree, contact.answers]);
  if (code === undefined) return { status: 'none' };
  if (tree !== undefined) return walked === undefined ? { status: 'none' } : { status: 'ready', tree, walked };
  return failed.error === null || found ? { status: 'waiting' } : { status: 'failed', ...failed, error: failed.error };
}

/** The decision, once there is one; `none` where the contact has none; `undefined` while that isn't known. */
export function decisionOf(standing: Standing): Solution | 'none' | undefined {
  if (standing.status === 'none') return 'none';
  if (standing.status !== 'ready') return undefined;
  const { node, problem } = standing.walked;
  return node.kind === 'solution' && problem === undefined ? node : 'none';
}
