/**
 * What became of content versions in the contact under way: which the volunteer moved on from, which new one she put off,
 * and what she is told about the last move. What she was told once holds over a reload: of several engines one may have a version and
 * the next may not, and she hears of that once.
 */
import { changeContact, current, useCurrent, type Moves, type Told } from './contact';

export const useMoves = (): Moves => useCurrent('moves');

/** The version that an address with `version` goes on with: browsers' Back leads to addresses from before a move. */
export function movedTo(version: string | undefined): string | undefined {
  let at = version;
  const { moved } = current().moves;
  // As often as there were moves at most: content may come back to what it was.
  for (let left = moved.size; at !== undefined && left > 0; left -= 1) at = moved.get(at) ?? at;
  return at;
}

/** Whether the volunteer was told in this contact that a version was gone. */
export function knowsOfGone(): boolean {
  return current().moves.knows;
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
