/**
 * The ID assistance decision tree (`spec §4`): start screen, questions, solutions. The address is the
 * state; every screen here is a replay of it over the tree that the engine resolved for the region.
 * Where no region is asked for there is no start screen: the address is written out, and the first question shown at once.
 */
import { useCallback, useLayoutEffect } from 'react';
import { useGo } from '../../contact/screen';
import type { TreePanelProps } from '../../contact/panels';
import { atTree, begun, chosen, unasked, type Begun } from '../../contact/stage';
import { TreeFailed } from '../../contact/TreeFailed';
import { useStartOver } from '../../contact/useNewContact';
import { Coming } from '../../ui';
import { StartScreen } from './StartScreen';
import { StepNotFound } from './StepNotFound';
import { useContactTree } from './useContactTree';
import { WalkScreen } from './WalkScreen';

export function TreePanel(props: TreePanelProps) {
  const { content, pathFor } = props;
  const go = useGo();
  const contact = atTree(content, props.contact);
  const written = begun(contact) && !begun(props.contact) ? pathFor(contact) : undefined;
  // With the screen, not after it: a move that is made from it comes back to the address as it is written out.
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
      // The start screen says so, and lets another be chosen.
      if (unasked(content) === undefined) return <StartScreen {...props} />;
      return <StepNotFound texts={content.site.pages.tree} onStartOver={startOver} />;
    case 'failed':
      return <TreeFailed {...held} />;
    case 'ready':
      return <WalkScreen {...props} tree={held.tree} />;
  }
}
