/** Which regions a helpline has, and whether a contact begins with the choice of one. Pure. */
import type { Content, State } from '../api/types';
import type { Contact } from '../paths';

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
