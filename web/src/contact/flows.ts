/** Flows as content has them, as addresses. Decides nothing: the engine has said what leads where. */
import type { Content, Flow, Step, StepButton, Target } from '../api/types';
import { findStep, noContact, pages, parseContact, stepPath, type Contact } from '../paths';
import { unasked } from './region';
import { atTree, begun, chosen } from './stage';

/** Where a target leads. Steps of the same flow keep the contact; the app's own pages don't carry it. */
export function targetPath(flow: Flow, target: Target, contact: Contact): string {
  if ('page' in target) return target.page;
  const step = flow.steps.find(({ id }) => id === target.step);
  return step === undefined ? flow.path : stepPath(flow, step, contact);
}

/**
 * Where the app's Back leads: one answer less, then the start screen with the region still chosen, where one is asked for,
 * then the step before, then home. The step before the tree has nothing of the contact, unless it's another than the first that
 * leads there: to that one, where `from` is its address, she goes back as she left it. Before any other step the region that was
 * chosen stays chosen.
 */
export function backPath(content: Content, flow: Flow, step: Step, contact: Contact, from?: string): string {
  const isTree = step.kind === 'tree';
  if (isTree && begun(contact)) {
    if (contact.answers.length > 0) return stepPath(flow, step, { ...contact, answers: contact.answers.slice(0, -1) });
    if (unasked(content) === undefined) return stepPath(flow, step, chosen(contact, contact.state));
  }
  const before = flow.steps.find(({ id }) => id === step.back);
  if (before === undefined) return pages.home;
  if (isTree) return asLeft(flow, step, from) ?? stepPath(flow, before, noContact);
  return stepPath(flow, before, begun(contact) ? contact : chosen(contact, contact.state));
}

/** `from`, where that is a step with a button that leads to `step`, other than the one that its Back leads to. */
function asLeft(flow: Flow, step: Step, from = ''): string | undefined {
  const [pathname = '', query = ''] = from.split('?');
  const left = findStep([flow], pathname, query)?.step;
  const leads = left !== undefined && 'buttons' in left && left.buttons.some(({ go }) => 'step' in go && go.step === step.id);
  return leads && left.id !== step.back ? from : undefined;
}

/** The button among those of `steps` that leads to the support page: the first there is. */
export function helpButton(steps: readonly Step[]): StepButton | undefined {
  return steps.flatMap((step) => ('buttons' in step ? step.buttons : [])).find(({ go }) => 'page' in go && go.page === pages.support);
}

/** Whether someone at this address is in the middle of a contact: past a flow's first step, and not before the tree's first question. */
export function isUnderWay(content: Content, address: string): boolean {
  const [pathname = '', query = ''] = address.split('?');
  const found = findStep(content.flows, pathname, query);
  if (found === undefined || found.flow.steps[0]?.id === found.step.id) return false;
  return found.step.kind !== 'tree' || begun(atTree(content, parseContact(query)));
}
