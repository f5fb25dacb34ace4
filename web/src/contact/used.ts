/** The questions of the FAQ that were answered in this contact. Of the voter nothing is kept. */
import { changeContact, current, useCurrent, type UsedEntry } from './contact';

/** In the order of answering. */
export const useUsed = (): readonly UsedEntry[] => useCurrent('used');

/** Marks an entry that isn't marked, takes away the mark of one that is, and tells which. */
export function toggleUsed(entry: UsedEntry): boolean {
  const on = !current().used.some(({ id }) => id === entry.id);
  markUsed(entry, on);
  return on;
}

/** Marks an entry, or takes its mark away. */
export function markUsed({ id, question }: UsedEntry, on: boolean): void {
  const { used } = current();
  const others = used.filter((entry) => entry.id !== id);
  if (on && others.length < used.length) return;
  changeContact({ used: on ? [...others, { id, question }] : others });
}
