/** What is asked and said on a screen: a question's text as it's shown, and which script comes first. Pure. */
import type { Channel, Question, Script } from '../api/types';
import { plainText } from '../ui/words';

/** The paragraphs of a question, Markdown both. */
export interface QuestionText {
  heading: string;
  /** What explains the question, where it has more than one paragraph. */
  rest?: string;
}

/** The first paragraph is the heading, the rest stands below. */
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

/** Scripts for the contact's channel first, in content's order; those for other channels apart. */
export function byChannel(scripts: readonly Script[], channel: Channel): { fitting: Script[]; others: Script[] } {
  const fits = (script: Script) => script.channel === 'any' || channel === 'any' || script.channel === channel;
  return { fitting: scripts.filter(fits), others: scripts.filter((script) => !fits(script)) };
}

/** The words that come first: the first script for the contact's own channel, else the first that fits any. */
export function sayFirst(scripts: readonly Script[], channel: Channel): Script | undefined {
  const { fitting } = byChannel(scripts, channel);
  return fitting.find((script) => script.channel === channel) ?? fitting[0];
}

/** Whether words are sent, and not said: those that are written for a channel that is read. */
export function isSent({ channel }: Script): boolean {
  return channel === 'text' || channel === 'email';
}
