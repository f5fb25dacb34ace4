/**
 * How far a contact is, as its address says, which regions it may be about, and where its flow goes on. Pure; it decides nothing: the
 * engine has said what leads where.
 *
 * A contact is under way once it has a version or an answer; a region alone is one that is chosen
 * on the start screen, so that Back from the first question finds it still chosen. Where no region is asked for there is no
 * start screen: at the tree's step a contact is under way at once.
 */
import type { Content, Flow, NotServed, State, Step, StepButton, Target } from '../api/types';
import { findStep, noContact, pages, parseContact, stepPath, type Contact } from '../paths';

/** Code of what stands for everyone in a helpline without regions; the engine lets no region have it. */
const everyone = 'all';

/** Whether `state` is a region, and not what stands for everyone. */
export function isRegion({ code }: Pick<State, 'code'>): boolean {
  return code !== everyone;
}

/** What a contact is about where no region is asked for: the only one, or everyone. */
export function unasked({ states }: Pick<Content, 'states'>): State | undefined {
  return states.length === 1 ? states[0] : undefined;
}

/** The region of the contact, where there is one: the only one, or the one that the address names. */
export function contactState(content: Pick<Content, 'states'>, contact: Contact): State | undefined {
  const { state: code } = contact;
  const state = code === undefined ? unasked(content) : content.states.find((one) => one.code === code);
  return state && isRegion(state) ? state : undefined;
}

type Named = Pick<State, 'code' | 'name'>;

/**
 * What is meant by what was typed at a closed list of regions: the one whose code it is, else the one whose name it is, else the first
 * whose name begins so. A code may be the beginning of another's name: whoever means that one types on. A place of `notServed` is meant
 * by its name, or by the beginning of it where no region's name begins so. One letter again and again goes through the names that begin
 * with it, from `current` on, as the browser's own lists do.
 */
export function typeAhead<S extends Named>(typed: string, states: readonly S[], current?: string, notServed: readonly NotServed[] = []): S | NotServed | undefined {
  const wanted = folded(typed);
  if (wanted === '') return undefined;
  const isPlace = (fits: (name: string) => boolean) => notServed.find(({ names }) => names.some((name) => fits(folded(name))));
  return (
    states.find(({ code }) => folded(code) === wanted) ??
    states.find(({ name }) => folded(name) === wanted) ??
    isPlace((name) => name === wanted) ??
    states.find(({ name }) => folded(name).startsWith(wanted)) ??
    isPlace((name) => name.startsWith(wanted)) ??
    afterCurrent(wanted, states, current)
  );
}

function afterCurrent<S extends Named>(wanted: string, states: readonly S[], current: string | undefined): S | undefined {
  const [letter = ''] = wanted;
  if ([...wanted].some((other) => other !== letter)) return undefined;
  const all = states.filter(({ name }) => folded(name).startsWith(letter));
  return all[(all.findIndex(({ code }) => code === current) + 1) % all.length];
}

/** Without case, accents, periods, commas and double spaces. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}.,]/gu, '').replace(/\s+/g, ' ').trimStart().toLowerCase();
}

/** A contact that has begun. */
export type Begun = Contact & { state: string };

export function begun(contact: Contact): contact is Begun {
  return contact.state !== undefined && (contact.version !== undefined || contact.answers.length > 0);
}

/** The contact of the start screen, with `state` chosen on it. */
export function chosen(contact: Contact, state: string | undefined): Contact {
  return { origin: contact.origin, state, answers: [] };
}

/** The contact as it begins: the version stays with it to its end. */
export function beginning(contact: Contact, state: string, version: string): Contact {
  return { origin: contact.origin, state, answers: [], version };
}

/** The contact as the tree's step has it: begun by itself where no region is asked for. What the address says it keeps. */
export function atTree(content: Pick<Content, 'states' | 'version'>, contact: Contact): Contact {
  const only = unasked(content);
  if (only === undefined || begun(contact)) return contact;
  return { ...contact, state: contact.state ?? only.code, version: contact.version ?? content.version };
}

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
  const left = findStep([flow], from)?.step;
  const leads = left !== undefined && 'buttons' in left && left.buttons.some(({ go }) => 'step' in go && go.step === step.id);
  return leads && left.id !== step.back ? from : undefined;
}

/** The button among those of `steps` that leads to the support page: the first there is. */
export function helpButton(steps: readonly Step[]): StepButton | undefined {
  return steps.flatMap((step) => ('buttons' in step ? step.buttons : [])).find(({ go }) => 'page' in go && go.page === pages.support);
}

/** Whether someone at this address is in the middle of a contact: past a flow's first step, and not before the tree's first question. */
export function isUnderWay(content: Content, address: string): boolean {
  const found = findStep(content.flows, address);
  if (found === undefined || found.flow.steps[0]?.id === found.step.id) return false;
  return found.step.kind !== 'tree' || begun(atTree(content, parseContact(address)));
}
