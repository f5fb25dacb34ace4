/** The questions of the FAQ that were answered in this contact, in the order of answering. Of the voter nothing is kept. */
import { createStore, keep, keepInTab, readTab } from './store';

/** Of an entry only what the note says: it must outlive the content version it was shown with. */
export interface UsedEntry {
  id: string;
  question: string;
}

const key = 'callguide.used';
const used = createStore(read(), (next) => keepInTab(key, next.length === 0 ? undefined : JSON.stringify(next)));

function read(): readonly UsedEntry[] {
  try {
    const value: unknown = JSON.parse(readTab(key) ?? '[]');
    return Array.isArray(value) ? value.filter(isUsed).map(({ id, question }) => ({ id, question })) : [];
  } catch {
    return [];
  }
}

function isUsed(value: unknown): value is UsedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, question } = value as Partial<UsedEntry>;
  return typeof id === 'string' && typeof question === 'string';
}

export const useUsed = used.use;

/** Marks an entry, or takes its mark away. */
export function markUsed({ id, question }: UsedEntry, on: boolean): void {
  const before = used.get();
  const others = before.filter((entry) => entry.id !== id);
  if (on && others.length < before.length) return;
  used.set(on ? [...others, { id, question }] : others);
}

/** The contact is over, or another begins. */
export function forgetUsed(): void {
  if (used.get().length > 0) used.set([]);
}

/** Whether anything is marked. */
export const hasUsed = (): boolean => used.get().length > 0;

/** Holds what is marked; gives what brings it back. */
export const keepUsed = (): (() => void) => keep(used);
