/** The contact under way in this tab, to return to after a look elsewhere. An address only: nothing of the voter. */
import { forgetBlanks } from './blanks';
import { forgetMoves } from './moves';
import { createStore, keepInTab, readTab } from './store';
import { forgetUsed } from './used';

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
}
