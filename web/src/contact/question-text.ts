/**
 * A question's text as the screen shows it: its first paragraph is the heading, the rest stands below. Pure.
 */
import { plainText } from '../ui/plainText';
import type { Question } from './tree';

/** The paragraphs of a question, Markdown both. */
export interface QuestionText {
  heading: string;
  /** What explains the question, where it has more than one paragraph. */
  rest?: string;
}

export function questionText(question: Question): QuestionText {
  const text = question.text.trim();
  const gap = /\n\s*\n/u.exec(text);
  if (!gap) return { heading: text };
  return { heading: text.slice(0, gap.index), rest: text.slice(gap.index).trim() };
}

/** A question in a few plain words, for the history: content's short form, else its first paragraph. */
export function shortText(question: Question): string {
  return question.short ?? plainText(questionText(question).heading);
}
