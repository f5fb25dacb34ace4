/** What the volunteer fills into scripts, the voter's name above all. It lives in the page's memory alone, for one contact. */
import { createStore } from './store';

const none: Readonly<Record<string, string>> = {};
const blanks = createStore(none);

export const useBlanks = blanks.use;

export function fillBlank(name: string, value: string): void {
  blanks.set({ ...blanks.get(), [name]: value });
}

/** At the end of a contact nothing of the voter stays. */
export function forgetBlanks(): void {
  blanks.set(none);
}
