/**
 * The ID assistance decision tree (`spec §4`): start screen, questions, solutions. The address is the
 * state; every screen here is a replay of it over the tree that the engine resolved for the region.
 */
import { useCallback, useState } from 'react';

import { useGo } from '../../contact/navigation';
import type { TreePanelProps } from '../../contact/panels';
import { begun, type Begun } from '../../contact/stage';
import { Alert } from '../../ui';
import { StartScreen } from './StartScreen';
import { TreeFailed, TreeWaiting } from './TreeState';
import styles from './TreePanel.module.css';
import { useContactTree } from './useContactTree';
import { WalkScreen } from './WalkScreen';

export function TreePanel(props: TreePanelProps) {
  const { contact } = props;
  return begun(contact) ? <Walking {...props} contact={contact} /> : <StartScreen {...props} />;
}

function Walking(props: TreePanelProps & { contact: Begun }) {
  const { contact, pathFor } = props;
  const go = useGo();
  const [renewed, setRenewed] = useState<string | undefined>(undefined);
  const onVersion = useCallback(
    (version: string, goneFrom: string | undefined) => {
      if (goneFrom !== undefined) setRenewed(version);
      go.replace(pathFor({ ...contact, version }));
    },
    [go, pathFor, contact],
  );
  const held = useContactTree(contact.state, contact.version, onVersion);
  switch (held.status) {
    case 'waiting':
      return <TreeWaiting />;
    case 'unknown':
      // The start screen says so, and lets another be chosen.
      return <StartScreen {...props} />;
    case 'failed':
      return <TreeFailed error={held.error} trying={held.trying} onRetry={held.retry} />;
    case 'ready':
      return (
        <div className={styles.panel}>
          {renewed !== undefined && renewed === contact.version && (
            <Alert kind="note">The guidance has changed since this contact began. Your answers now stand in the new version.</Alert>
          )}
          <WalkScreen {...props} tree={held.tree} />
        </div>
      );
  }
}
