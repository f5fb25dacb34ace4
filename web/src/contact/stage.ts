/**
 * How far along a contact is according to its URL, which regions it may be about, and where its flow continues. Pure,
 * and doesn't decide anything itself: the engine has resolved which answer leads where.
 *
 * A contact is in progress once it has a version or an answer. A region by itself is merely chosen on the start screen,
 * so that Back from the first question finds it still selected. A helpline that doesn't ask for a region has no start
 * screen: a contact is under way as soon as it reaches the tree's step.
 */
import type { Content, Flow, NotServed, State, Step, StepButton, Target } from '../api/types';
import { findStep, noContact, pages, parseContact, stepPath, type Contact } from '../paths';

/** The code of the placeholder for everyone in a helpline without regions. The engine doesn't let a region use it. */
const everyone = 'all';

/** Whether `state` is a region, rather than the placeholder for everyone. */
export function isRegion({ code }: Pick<State, 'code'>): boolean {
  return code !== everyone;
}

/** Returns the contact's region if no region is asked for: the only one, or the placeholder for everyone. */
export function unasked({ states }: Pick<Content, 'states'>): State | undefined {
  return states.length === 1 ? states[0] : undefined;
}

/** Returns the contact's region, if any: the only one, or the one that the URL names. */
export function contactState(content: Pick<Content, 'states'>, contact: Contact): State | undefined {
  const { state: code } = contact;
  const state = code === undefined ? unasked(content) : content.states.find((one) => one.code === code);
  return state && isRegion(state) ? state : undefined;
}

type Named = Pick<State, 'code' | 'name'>;

/**
 * Returns what was meant by text typed at a closed list of regions: the region with that code, or else the region with
 * that name, or else the first whose name starts with it. A code may also be the start of another region's name; to
 * choose that one, keep typing. A place in `notServed` matches by its full name, or by the start of it if no region's name
 * starts that way. Repeating one letter cycles through the names that start with it, beginning after `current`, like the
 * browser's own lists.
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

/** Removes case, accents, periods, commas, and double spaces. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}.,]/gu, '').replace(/\s+/g, ' ').trimStart().toLowerCase();
}

/** A contact that has begun. */
export type Begun = Contact & { state: string };

export function begun(contact: Contact): contact is Begun {
  return contact.state !== undefined && (contact.version !== undefined || contact.answers.length > 0);
}

/** Returns the start screen's contact, with `state` chosen. */
export function chosen(contact: Contact, state: string | undefined): Contact {
  return { origin: contact.origin, state, answers: [] };
}

/** Returns the contact as it begins. It keeps this version until it ends. */
export function beginning(contact: Contact, state: string, version: string): Contact {
  return { origin: contact.origin, state, answers: [], version };
}

/**
 * Returns the contact for the tree's step: it begins automatically if no region is asked for. Everything in the URL is
 * kept.
 */
export function atTree(content: Pick<Content, 'states' | 'version'>, contact: Contact): Contact {
  const only = unasked(content);
  if (only === undefined || begun(contact)) return contact;
  return { ...contact, state: contact.state ?? only.code, version: contact.version ?? content.version };
}

/** Returns the URL of a target. Steps of the same flow keep the contact; the app's own pages don't carry it. */
export function targetPath(flow: Flow, target: Target, contact: Contact): string {
  if ('page' in target) return target.page;
  const step = flow.steps.find(({ id }) => id === target.step);
  return step === undefined ? flow.path : stepPath(flow, step, contact);
}

/**
 * Returns where the app's Back leads: one answer back, then to the start screen with the region still chosen (if one is
 * asked for), then to the previous step, then home. Back from the tree to its previous step drops the contact, with one
 * exception: if `from` is the URL of a different step that leads to the tree, Back returns there exactly as it was
 * left. Any other step's Back keeps the chosen region.
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

/** Returns `from` if it's a step with a button to `step`, unless it's the step that Back leads to from `step`. */
function asLeft(flow: Flow, step: Step, from = ''): string | undefined {
  const left = findStep([flow], from)?.step;
  const leads = left !== undefined && 'buttons' in left && left.buttons.some(({ go }) => 'step' in go && go.step === step.id);
  return leads && left.id !== step.back ? from : undefined;
}

/** Returns the first button of `steps` that leads to the support page. */
export function helpButton(steps: readonly Step[]): StepButton | undefined {
  return steps.flatMap((step) => ('buttons' in step ? step.buttons : [])).find(({ go }) => 'page' in go && go.page === pages.support);
}

/**
 * Whether the URL is in the middle of a contact: past a flow's first step, and not before the tree's first question.
 */
export function isUnderWay(content: Content, address: string): boolean {
  const found = findStep(content.flows, address);
  if (found === undefined || found.flow.steps[0]?.id === found.step.id) return false;
  return found.step.kind !== 'tree' || begun(atTree(content, parseContact(address)));
}
