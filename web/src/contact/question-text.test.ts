import { describe, expect, it } from 'vitest';

import type { Question } from '../api/types';
import { questionText, shortText } from './texts';

const question = (text: string, short?: string): Question => ({
  kind: 'question',
  text,
  scripts: [],
  ask_for: [],
  answers: [],
  ...(short === undefined ? {} : { short }),
});

describe('questionText', () => {
  it('uses the first paragraph as the heading and the rest as its explanation', () => {
    expect(questionText(question('Is it **so**?\nReally?\n\n**Yes** means it is.\n\n- or not\n'))).toEqual({
      heading: 'Is it **so**?\nReally?',
      rest: '**Yes** means it is.\n\n- or not',
    });
  });

  it('has no explanation for a question of one paragraph', () => {
    expect(questionText(question('\nIs it so?\n'))).toEqual({ heading: 'Is it so?' });
  });
});

describe('shortText', () => {
  it('is the short form from content, or else the first paragraph in plain words', () => {
    expect(shortText(question('Is it **so**?\n\nMore.', 'So?'))).toBe('So?');
    expect(shortText(question('Is it **so**, see [rules](https://a.example)?\n\nMore.'))).toBe('Is it so, see rules?');
  });
});
