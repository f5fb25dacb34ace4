/** The questions of the FAQ that were answered in this contact, in the order of answering. Of the voter nothing is kept. */
import { useSyncExternalStore } from 'react';

/** Of an entry only what the note says: it must outlive the content version it was shown with. */
export interface UsedEntry {
  id: string;
  question: string;
}

const key = 'callguide.used';
let used: readonly UsedEntry[] = read();
const listeners = new Set<() => void>();

function read(): readonly UsedEntry[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
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

function set(next: readonly UsedEntry[]): void {
  used = next;
  try {
    if (next.length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Refused: it holds for the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useUsed(): readonly UsedEntry[] {
  return useSyncExternalStore(subscribe, () => used);
}

/** Marks an entry, or takes its mark away. */
export function markUsed({ id, question }: UsedEntry, on: boolean): void {
  const others = used.filter((entry) => entry.id !== id);
  if (on && others.length < used.length) return;
  set(on ? [...others, { id, question }] : others);
}

/** The contact is over, or another begins. */
export function forgetUsed(): void {
  if (used.length > 0) set([]);
}
