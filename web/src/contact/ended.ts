/** A contact that New Contact ended can be brought back for a moment. Until then all of it is held in memory, and no longer. */
import { createStore } from './store';

export interface Ended {
  /** The address where New Contact was pressed, and the one where it led. */
  from: string;
  to: string;
  /** Brings back all that was known of the contact. */
  restore: () => void;
}

/** So long, in ms. */
const undoMs = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
const ended = createStore<Ended | undefined>(undefined, (next) => {
  clearTimeout(timer);
  if (next !== undefined) timer = setTimeout(dropEnded, undoMs);
});

/** The contact that can be brought back. */
export const useEnded = ended.use;

export function offerBack(contact: Ended): void {
  ended.set(contact);
}

/** Nothing can be brought back any more, and nothing of it stays. */
export function dropEnded(): void {
  ended.set(undefined);
}
