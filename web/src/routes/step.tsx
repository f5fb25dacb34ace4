/** A step of a flow, with the panels that its kind needs: the one place where features meet. */
import { lazy } from 'react';
import type { Flow, Step } from '../api/types';
import { FlowScreen, type FlowPanels } from '../features/flow/FlowScreen';
import { FaqPanel, TreePanel } from './slots';

const panels: FlowPanels = {
  tree: TreePanel,
  faq: FaqPanel,
  agreement: lazy(() => import('../features/agreement/AgreementPanel')),
  guide: lazy(() => import('../features/guide/GuidePanel')),
  usedNote: lazy(() => import('../features/faq/UsedNote')),
};

export default function StepRoute({ flow, step }: { flow: Flow; step: Step }) {
  return <FlowScreen flow={flow} step={step} panels={panels} />;
}
