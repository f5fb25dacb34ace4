/** A step of a flow, with the panels that its kind needs: the one place where features meet. */
import type { Flow, Step } from '../api/types';
import { FlowScreen, type FlowPanels } from '../features/flow/FlowScreen';
import { AgreementPanel, FaqPanel, GuidePanel, TreePanel, UsedNote } from './slots';

const panels: FlowPanels = { tree: TreePanel, faq: FaqPanel, agreement: AgreementPanel, guide: GuidePanel, usedNote: UsedNote };

export default function StepRoute({ flow, step }: { flow: Flow; step: Step }) {
  return <FlowScreen flow={flow} step={step} panels={panels} />;
}
