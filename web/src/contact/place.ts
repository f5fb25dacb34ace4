/** The contact under way in this tab, to return to after a look elsewhere. An address only: nothing of the voter. */
import { forgetBlanks } from './blanks';
import { forgetMoves } from './moves';
import { createStore, keepInTab, readTab } from './store';
import { forgetUsed } from './used';
import { forgetWords } from './words';

const key = 'callguide.contact';
const place = createStore(readTab(key), (next) => keepInTab(key, next));

/** The address of the contact under way, if there is one. */
export const usePlace = place.use;

export function keepPlace(path: string): void {
  place.set(path);
}

/** The contact is over, or another begins. */
export function endContact(): void {
  place.set(undefined);
  forgetBlanks();
  forgetMoves();
  forgetUsed();
  forgetWords();
}

const personKey = 'callguide.person';
let person = readTab(personKey);

/**
 * The contact is that of the person with this e-mail address: one of another person is over. This holds over a reload too: somebody
 * else may have signed in meanwhile in another tab. `undefined`: nobody's any more.
 */
export function contactOf(email: string | undefined): void {
  if (person !== undefined && email !== undefined && person !== email) endContact();
  person = email;
  keepInTab(personKey, email);
}
