/**
 * The way of a contact from one version of the guidance to the next. Nothing changes under a volunteer in the middle of one: she
 * says when, and then her answers are replayed (`features/update/arrival`). What she was told once holds over a reload: of several
 * engines one may have a version and the next may not, and she hears of that once.
 *
 *   current ─ another is served ─┬─ in the middle of a contact ─▶ offered ─┬─ she moves ─▶ renewed ─ read ─▶ current
 *      │                         └─ nobody is ─▶ moving ─▶ current         └─ she finishes on hers: offered no more
 *      └─ the address names a version that can't be had ─▶ gone ─ replayed ─▶ renewed
 */
import { useEffect } from 'react';
import type { Content } from '../api/types';
import { createStore } from '../store';
import { changeContact, current, useCurrent, type Moves, type Told } from './contact';

export type Way =
  /** What is shown is what is served, or waits until she is back from elsewhere. */
  | { state: 'current' }
  /** Another version is served, and is here whole: hers to say when, or that she finishes on hers. */
  | { state: 'offered'; newer: Content }
  /** Another version is served, and takes the place of the one shown by itself. */
  | { state: 'moving'; newer: Content }
  /** The version in the address can't be had: the contact goes on with the one that is shown. */
  | { state: 'gone' }
  /** The contact has moved on from the version in the address, as where the browser's Back leads to one from before. */
  | { state: 'renewed' };

export interface Situation {
  /** The version in the address, where it names one. */
  address: string | undefined;
  /** The version that the contact goes on with there, as `movedTo` says: the same where it hasn't moved. */
  successor: string | undefined;
  /** The version of the content that is shown; `undefined` while that of the address is still coming. */
  shown: string | undefined;
  /** What is served now, where that is another version and all of it is here. */
  newer: Content | undefined;
  /** The screen is of a contact that is under way. */
  inContact: boolean;
  /** A contact is under way that she looks away from, or a text is open that mustn't change under her eyes. */
  elsewhere: boolean;
}

/** Where the contact is on its way. */
export function wayOf({ address, successor, shown, newer, inContact, elsewhere }: Situation): Way {
  if (address !== undefined && shown !== undefined && shown !== address) return { state: successor === address ? 'gone' : 'renewed' };
  if (newer === undefined) return { state: 'current' };
  if (inContact) return { state: 'offered', newer };
  return elsewhere ? { state: 'current' } : { state: 'moving', newer };
}

export const useMoves = (): Moves => useCurrent('moves');

/** The version that an address with `version` goes on with: browsers' Back leads to addresses from before a move. */
export function movedTo(version: string | undefined): string | undefined {
  let at = version;
  const { moved } = current().moves;
  // As often as there were moves at most: content may come back to what it was.
  for (let left = moved.size; at !== undefined && left > 0; left -= 1) at = moved.get(at) ?? at;
  return at;
}

/** The contact goes on with `to`, and the volunteer is told so; `gone` says that `from` is no longer to be had. */
export function move(from: string | undefined, to: string, told: Told | undefined, gone = false): void {
  const { moved: before, knows } = current().moves;
  const moved = new Map(before);
  moved.delete(to);
  if (from !== undefined && from !== to) moved.set(from, to);
  changeContact({ moves: { moved, later: undefined, told, knows: knows || gone } });
}

/** `version` isn't offered again. */
export function later(version: string): void {
  changeContact({ moves: { ...current().moves, later: version } });
}

/** What was told has been read. */
export function dismiss(): void {
  changeContact({ moves: { ...current().moves, told: undefined } });
}

const held = createStore(0);

/** Holds what is shown as it is, while mounted: a text that is enlarged must not change under the reader's eyes. New content waits for it. */
export function useSteady(): void {
  useEffect(() => {
    held.set(held.get() + 1);
    return () => held.set(held.get() - 1);
  }, []);
}

/** Whether what is shown is to stay as it is. */
export function useIsSteady(): boolean {
  return held.use() > 0;
}
