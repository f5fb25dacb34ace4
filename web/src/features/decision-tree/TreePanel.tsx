/**
 * The ID assistance decision tree (`spec §4`): start screen, questions, solutions. The address is the
 * state; every screen here is a replay of it over the tree that the engine resolved for the region.
 */
import { useCallback } from 'react';

import { useGo } from '../../contact/navigation';
import type { TreePanelProps } from '../../contact/panels';
import { begun, type Begun } from '../../contact/stage';
import { Coming } from '../../ui';
import { StartScreen } from './StartScreen';
import { TreeFailed } from './TreeFailed';
import { useContactTree } from './useContactTree';
import { WalkScreen } from './WalkScreen';

export function TreePanel(props: TreePanelProps) {
  const { contact } = props;
  return begun(contact) ? <Walking {...props} contact={contact} /> : <StartScreen {...props} />;
}

function Walking(props: TreePanelProps & { contact: Begun }) {
  const { contact, pathFor } = props;
  const go = useGo();
  const onVersion = useCallback((version: string) => go.replace(pathFor({ ...contact, version }), 'at once'), [go, pathFor, contact]);
  const held = useContactTree(contact.state, contact.version, onVersion);
  switch (held.status) {
    case 'waiting':
      return <Coming />;
    case 'unknown':
      // The start screen says so, and lets another be chosen.
      return <StartScreen {...props} />;
    case 'failed':
      return <TreeFailed error={held.error} trying={held.trying} onRetry={held.retry} />;
    case 'ready':
      return <WalkScreen {...props} tree={held.tree} />;
  }
}
