/** The contact under way in this tab, to return to after a look elsewhere. An address only: nothing of the voter. */
import { useSyncExternalStore } from 'react';
import { forgetBlanks } from './blanks';
import { forgetMoves } from './moves';
import { forgetUsed } from './used';

const key = 'callguide.contact';
let place: string | undefined = read();
const listeners = new Set<() => void>();

function read(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function set(next: string | undefined): void {
  if (next === place) return;
  place = next;
  try {
    if (next === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  } catch {
    // Refused: it holds for the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address of the contact under way, if there is one. */
export function usePlace(): string | undefined {
  return useSyncExternalStore(subscribe, () => place);
}

export function keepPlace(path: string): void {
  set(path);
}

/** The contact is over, or another begins. */
export function endContact(): void {
  set(undefined);
  forgetBlanks();
  forgetMoves();
  forgetUsed();
}
