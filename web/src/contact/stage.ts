/**
 * How far a contact is, as its address says. Pure.
 *
 * A contact is under way once it has a version or an answer; a region alone is one that is chosen
 * on the start screen, so that Back from the first question finds it still chosen.
 */
import type { Contact } from '../paths';

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
