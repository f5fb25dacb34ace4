/**
 * What became of content versions in the contact under way: which the volunteer moved on from, which new one she put off,
 * and what she is told about the last move. Nothing of the voter; gone with the contact. What she was told once holds over
 * a reload: of several engines one may have a version and the next may not, and she hears of that once.
 */
import { createStore, keep, keepInTab, readTab } from './store';

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
  /** The new version that isn't to be offered again. */
  readonly later: string | undefined;
  readonly told: Told | undefined;
  /** She has been told in this contact that a version was gone. */
  readonly knows: boolean;
}

const key = 'callguide.later';
const movedKey = 'callguide.moved';
const nothing: Moves = { moved: new Map(), later: undefined, told: undefined, knows: false };
const moves = createStore<Moves>({ ...nothing, later: readTab(key), ...readMoved() }, (now) => {
  keepInTab(key, now.later);
  keepInTab(movedKey, now.moved.size === 0 && !now.knows ? undefined : JSON.stringify({ moved: [...now.moved], knows: now.knows }));
});

function readMoved(): Pick<Moves, 'moved' | 'knows'> {
  const { moved: none, knows } = nothing;
  try {
    const kept = JSON.parse(readTab(movedKey) ?? 'null') as { moved?: unknown; knows?: unknown } | null;
    const pairs = Array.isArray(kept?.moved) ? kept.moved.filter(isPair) : [];
    return { moved: new Map(pairs), knows: kept?.knows === true };
  } catch {
    return { moved: none, knows };
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');
}

export const useMoves = moves.use;

/** The version that an address with `version` goes on with: browsers' Back leads to addresses from before a move. */
export function movedTo(version: string | undefined): string | undefined {
  let at = version;
  const { moved } = moves.get();
  // As often as there were moves at most: content may come back to what it was.
  for (let left = moved.size; at !== undefined && left > 0; left -= 1) at = moved.get(at) ?? at;
  return at;
}

/** Whether the volunteer was told in this contact that a version was gone. */
export function knowsOfGone(): boolean {
  return moves.get().knows;
}

/** The contact goes on with `to`, and the volunteer is told so; `gone` says that `from` is no longer to be had. */
export function move(from: string | undefined, to: string, told: Told | undefined, gone = false): void {
  const { moved: before, knows } = moves.get();
  const moved = new Map(before);
  moved.delete(to);
  if (from !== undefined && from !== to) moved.set(from, to);
  moves.set({ moved, later: undefined, told, knows: knows || gone });
}

/** `version` isn't offered again. */
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

/** Holds what is known of the contact's moves; gives what brings it back. */
export const keepMoves = (): (() => void) => keep(moves);
