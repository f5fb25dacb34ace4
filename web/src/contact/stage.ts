/**
 * How far a contact is, as its address says. Pure.
 *
 * A contact is under way once it has a version or an answer; a region alone is one that is chosen
 * on the start screen, so that Back from the first question finds it still chosen. Where no region is asked for there is no
 * start screen: at the tree's step a contact is under way at once.
 */
import type { Content } from '../api/types';
import type { Contact } from '../paths';
import { unasked } from './region';

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
