/**
 * How a contact moves from one version of the guidance to the next. Nothing changes while a volunteer is in the middle
 * of a contact: she chooses when to move, and her answers are then replayed (`features/update/arrival`). What she has
 * been told is remembered across a reload: with several engines, one may have a version and the next may not, and she's
 * told only once.
 *
 *   current ─ another is served ─┬─ in the middle of a contact ─▶ offered ─┬─ she moves ─▶ renewed ─ read ─▶ current
 *      │                         └─ nobody is ─▶ moving ─▶ current         └─ she stays: not offered again
 *      └─ the version in the URL is unavailable ─▶ gone ─ replayed ─▶ renewed
 */
import { useEffect } from 'react';
import type { Content } from '../api/types';
import { createStore } from '../store';
import { changeContact, current, useCurrent, type Moves, type Told } from './contact';

export type Way =
  /** The shown version is the served one, or a new version waits until the volunteer returns. */
  | { state: 'current' }
  /** Another version is served and fully loaded. The volunteer decides when to move, or to finish on the current one. */
  | { state: 'offered'; newer: Content }
  /** Another version is served, and replaces the shown one by itself. */
  | { state: 'moving'; newer: Content }
  /** The version in the URL is unavailable; the contact continues with the one shown. */
  | { state: 'gone' }
  /**
   * The contact has already moved on from the version in the URL, for instance because the browser's Back led to a URL
   * from before the move.
   */
  | { state: 'renewed' };

export interface Situation {
  /** The version that the URL names, if any. */
  address: string | undefined;
  /** The version that the contact continues with there, from `movedTo`: the same version if it hasn't moved. */
  successor: string | undefined;
  /** The version of the content on the screen; `undefined` while the URL's version is still loading. */
  shown: string | undefined;
  /** The served content, if it's another version and has loaded completely. */
  newer: Content | undefined;
  /** Whether the screen belongs to a contact that is under way. */
  inContact: boolean;
  /**
   * Whether the volunteer is looking elsewhere while a contact is under way, or has opened text that mustn't change
   * while it's being read.
   */
  elsewhere: boolean;
}

/** Returns the state that a situation leads to. */
export function wayOf({ address, successor, shown, newer, inContact, elsewhere }: Situation): Way {
  if (address !== undefined && shown !== undefined && shown !== address) return { state: successor === address ? 'gone' : 'renewed' };
  if (newer === undefined) return { state: 'current' };
  if (inContact) return { state: 'offered', newer };
  return elsewhere ? { state: 'current' } : { state: 'moving', newer };
}

export const useMoves = (): Moves => useCurrent('moves');

/**
 * Returns the version that a URL with `version` continues with. The browser's Back leads to URLs from before a
 * move.
 */
export function movedTo(version: string | undefined): string | undefined {
  let at = version;
  const { moved } = current().moves;
  // At most as many steps as there were moves, because content may return to an earlier version.
  for (let left = moved.size; at !== undefined && left > 0; left -= 1) at = moved.get(at) ?? at;
  return at;
}

/** Continues the contact with `to` and tells the volunteer so; `gone` means that `from` is no longer available. */
export function move(from: string | undefined, to: string, told: Told | undefined, gone = false): void {
  const { moved: before, knows } = current().moves;
  const moved = new Map(before);
  moved.delete(to);
  if (from !== undefined && from !== to) moved.set(from, to);
  changeContact({ moves: { moved, later: undefined, told, knows: knows || gone } });
}

/** Stops offering `version`. */
export function later(version: string): void {
  changeContact({ moves: { ...current().moves, later: version } });
}

/** Dismisses the message. */
export function dismiss(): void {
  changeContact({ moves: { ...current().moves, told: undefined } });
}

const held = createStore(0);

/**
 * Keeps the shown content unchanged while mounted, so that text doesn't change while someone reads it. New content
 * waits.
 */
export function useSteady(): void {
  useEffect(() => {
    held.set(held.get() + 1);
    return () => held.set(held.get() - 1);
  }, []);
}

/** Whether the shown content must stay unchanged. */
export function useIsSteady(): boolean {
  return held.use() > 0;
}
