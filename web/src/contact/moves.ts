/**
 * What became of content versions in the contact under way: which the volunteer moved on from, which new one she put off,
 * and what she is told about the last move. Nothing of the voter; gone with the contact.
 */
import { createStore, keepInTab, readTab } from './store';

/** Told on one screen: what a move to another version came to. */
export interface Told {
  /** The screen it belongs to, as `screenKey` names it. */
  screen: string;
  /** Sentences. */
  text: readonly string[];
  /** Whether something no longer fits, or only that all is well. */
  kind: 'problem' | 'good';
}

interface Moves {
  /** From a version to the one that took its place. */
  readonly moved: ReadonlyMap<string, string>;
  /** The new version that is not to be offered again. */
  readonly later: string | undefined;
  readonly told: Told | undefined;
}

const key = 'callguide.later';
const nothing: Moves = { moved: new Map(), later: undefined, told: undefined };
const moves = createStore<Moves>({ ...nothing, later: readTab(key) }, ({ later }) => keepInTab(key, later));

export const useMoves = moves.use;

/** The version that an address with `version` goes on with: browsers' Back leads to addresses from before a move. */
export function movedTo(version: string | undefined): string | undefined {
  let at = version;
  const { moved } = moves.get();
  // As often as there were moves at most: content may come back to what it was.
  for (let left = moved.size; at !== undefined && left > 0; left -= 1) at = moved.get(at) ?? at;
  return at;
}

/** The contact goes on with `to`, and the volunteer is told so. */
export function move(from: string | undefined, to: string, told: Told | undefined): void {
  const moved = new Map(moves.get().moved);
  moved.delete(to);
  if (from !== undefined && from !== to) moved.set(from, to);
  moves.set({ moved, later: undefined, told });
}

/** `version` is not offered again. */
export function later(version: string): void {
  moves.set({ ...moves.get(), later: version });
}

/** What was told has been read. */
export function dismiss(): void {
  moves.set({ ...moves.get(), told: undefined });
}

/** The contact is over, or another begins. */
export function forgetMoves(): void {
  moves.set(nothing);
}
