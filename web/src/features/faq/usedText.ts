import type { UsedEntry } from '../../contact/used';

/** The note for the ticket: the questions that were answered, in order. */
export function usedNote(used: readonly UsedEntry[]): string {
  return ['FAQ answers used:', ...used.map(({ question }, index) => `${index + 1}. ${question.replace(/\s+/g, ' ')}`)].join('\n');
}
