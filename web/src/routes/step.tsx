/**
 * A step of a flow, with the panels for its kind of step: the only module where features meet. It's a single chunk
 * because a contact needs them all.
 */
import type { Flow, Step } from '../api/types';
import { AgreementPanel } from '../features/agreement/AgreementPanel';
import { TreePanel } from '../features/decision-tree/TreePanel';
import { ContactPane } from '../features/desk/ContactPane';
import { TicketNote } from '../features/desk/TicketNote';
import { FaqPanel } from '../features/faq/FaqPanel';
import { FlowScreen, type FlowPanels } from '../features/flow/FlowScreen';
import { GuidePanel } from '../features/guide/GuidePanel';

const panels: FlowPanels = {
  tree: TreePanel,
  faq: FaqPanel,
  agreement: AgreementPanel,
  guide: GuidePanel,
  pane: ContactPane,
  ticketNote: TicketNote,
};

export default function StepRoute({ flow, step }: { flow: Flow; step: Step }) {
  return <FlowScreen flow={flow} step={step} panels={panels} />;
}
