/**
 * What became of content versions in the contact under way: which the volunteer moved on from, which new one she put off,
 * and what she is told about the last move. Nothing of the voter; gone with the contact.
 */
import { useSyncExternalStore } from 'react';

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
let moves: Moves = { ...nothing, later: read() };
const listeners = new Set<() => void>();

function read(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function set(next: Moves): void {
  moves = next;
  try {
    if (next.later === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next.later);
  } catch {
    // Refused: it holds for the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMoves(): Moves {
  return useSyncExternalStore(subscribe, () => moves);
}

/** The version that an address with `version` goes on with: browsers' Back leads to addresses from before a move. */
export function movedTo(version: string | undefined): string | undefined {
  let at = version;
  // As often as there were moves at most: content may come back to what it was.
  for (let left = moves.moved.size; at !== undefined && left > 0; left -= 1) at = moves.moved.get(at) ?? at;
  return at;
}

/** The contact goes on with `to`, and the volunteer is told so. */
export function move(from: string | undefined, to: string, told: Told | undefined): void {
  const moved = new Map(moves.moved);
  moved.delete(to);
  if (from !== undefined && from !== to) moved.set(from, to);
  set({ moved, later: undefined, told });
}

/** `version` is not offered again. */
export function later(version: string): void {
  set({ ...moves, later: version });
}

/** What was told has been read. */
export function dismiss(): void {
  set({ ...moves, told: undefined });
}

/** The contact is over, or another begins. */
export function forgetMoves(): void {
  if (moves.moved.size > 0 || moves.later !== undefined || moves.told !== undefined) set(nothing);
}
