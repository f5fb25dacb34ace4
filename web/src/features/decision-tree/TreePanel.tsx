/**
 * The ID assistance decision tree (`spec §4`): start screen, questions, and solutions. The URL is the state; every
 * screen here is a replay of it over the tree that the engine resolved for the region. A helpline that doesn't ask for a
 * region has no start screen: the URL is completed, and the first question shows immediately.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect } from 'react';
import { Problem } from '../../api/client';
import { tree as treeQuery } from '../../api/queries';
import type { Tree } from '../../api/types';
import { TreeFailed, useSuccessor } from '../../contact/standing';
import type { TreePanelProps } from '../../contact/panels';
import { useGo } from '../../contact/screen';
import { atTree, begun, chosen, unasked, type Begun } from '../../contact/stage';
import { useStartOver } from '../../contact/place';
import { Coming } from '../../ui';
import { StartScreen } from './StartScreen';
import { StepNotFound } from './StepNotFound';
import { WalkScreen } from './WalkScreen';

export type ContactTree =
  | { status: 'ready'; tree: Tree }
  | { status: 'waiting' }
  /** The URL names a region that the content doesn't contain. */
  | { status: 'unknown' }
  | { status: 'failed'; error: Error; trying: boolean; retry: () => void };

/**
 * Loads the contact's tree. If the URL has no version, `onVersion` receives the one that the contact continues with.
 */
function useContactTree(state: string, version: string | undefined, onVersion: (version: string) => void): ContactTree {
  const queries = useQueryClient();
  const asked = useQuery(treeQuery(state, version));
  const { data: tree } = asked;
  // A layout effect, so that a move from this screen already carries the tree's version.
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

export function TreePanel(props: TreePanelProps) {
  const { content, pathFor } = props;
  const go = useGo();
  const contact = atTree(content, props.contact);
  const written = begun(contact) && !begun(props.contact) ? pathFor(contact) : undefined;
  // A layout effect, so that Back after a move from this screen returns to the completed URL.
  useLayoutEffect(() => {
    if (written !== undefined) go.replace(written, 'at once');
  }, [go, written]);
  return begun(contact) ? <Walking {...props} contact={contact} /> : <StartScreen {...props} />;
}

function Walking(props: TreePanelProps & { contact: Begun }) {
  const { content, contact, pathFor } = props;
  const go = useGo();
  const onVersion = useCallback((version: string) => go.replace(pathFor({ ...contact, version }), 'at once'), [go, pathFor, contact]);
  const startOver = useStartOver(pathFor(chosen(contact, undefined)));
  const held = useContactTree(contact.state, contact.version, onVersion);
  switch (held.status) {
    case 'waiting':
      return <Coming shape="question" />;
    case 'unknown':
      // The start screen reports the unknown region and lets another one be chosen.
      if (unasked(content) === undefined) return <StartScreen {...props} />;
      return <StepNotFound texts={content.site.pages.tree} onStartOver={startOver} />;
    case 'failed':
      return <TreeFailed {...held} />;
    case 'ready':
      return <WalkScreen {...props} tree={held.tree} />;
  }
}
