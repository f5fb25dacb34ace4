/** What the volunteer fills into scripts, the voter's name above all. It lives in the page's memory alone, for one contact. */
import { useSyncExternalStore } from 'react';

let blanks: Readonly<Record<string, string>> = {};
const listeners = new Set<() => void>();

function set(next: Readonly<Record<string, string>>): void {
  blanks = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useBlanks(): Readonly<Record<string, string>> {
  return useSyncExternalStore(subscribe, () => blanks);
}

export function fillBlank(name: string, value: string): void {
  set({ ...blanks, [name]: value });
}

/** At the end of a contact nothing of the voter stays. */
export function forgetBlanks(): void {
  set({});
}
