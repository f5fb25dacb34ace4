/**
 * Which keys give which answer: its shortcut, as content declares it, and the digit of its place.
 * Pure; what listens to the keyboard, and when, is `ui/shortcuts`.
 */
import type { Answer, Question } from '../../api/types';

/** Digits end here: a tenth answer has its shortcut alone. */
const DIGITS = 9;

/** The keys of the answer at `index`, lower case. A declared shortcut comes before another answer's digit. */
export function answerKeys(question: Question, index: number): string[] {
  const own = declared(question.answers[index]);
  const digit = String(index + 1);
  const taken = index >= DIGITS || question.answers.some((other, at) => at !== index && declared(other) === digit);
  return [...new Set([...(own === undefined ? [] : [own]), ...(taken ? [] : [digit])])];
}

function declared(answer: Answer | undefined): string | undefined {
  return answer?.shortcut ? answer.shortcut.toLowerCase() : undefined;
}
