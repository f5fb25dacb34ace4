/**
 * Which answer a key gives: its digit, or the shortcut letter that content declares for it.
 * Pure; what listens to the keyboard, and when, is the screen's.
 */
import type { Answer, Question } from './types';

/** The answer that `key` (a `KeyboardEvent.key`) gives to `question`, if any. A declared shortcut comes before a digit. */
export function answerForKey(question: Question, key: string): Answer | undefined {
  if (key.length !== 1) return undefined;
  const wanted = key.toLowerCase();
  const declared = question.answers.find((answer) => answer.shortcut?.toLowerCase() === wanted);
  if (declared) return declared;
  return /^[1-9]$/.test(key) ? question.answers[Number(key) - 1] : undefined;
}

/** The key to show on an answer's button: its shortcut, else its digit; none past the ninth. */
export function keyOf(answer: Answer, index: number): string | undefined {
  if (answer.shortcut) return answer.shortcut.toUpperCase();
  return index < 9 ? String(index + 1) : undefined;
}
