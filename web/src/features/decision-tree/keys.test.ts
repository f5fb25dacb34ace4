import { describe, expect, it } from 'vitest';

import { answerForKey, keyOf } from './keys';
import type { Question } from './types';

const question: Question = {
  kind: 'question',
  text: 'Which?',
  scripts: [],
  answers: ['red', 'green', 'blue'].map((id) => ({ id, text: id, next: 'X', ...(id === 'blue' ? {} : { shortcut: id.charAt(0) }) })),
};

describe('answerForKey', () => {
  it.each([
    ['1', 'red'],
    ['2', 'green'],
    ['3', 'blue'],
    ['r', 'red'],
    ['G', 'green'],
  ])('takes %s for %s', (key, id) => {
    expect(answerForKey(question, key)?.id).toBe(id);
  });

  it.each(['0', '4', 'b', 'Enter', ' ', '', 'r2', 'ArrowDown', 'Backspace', '٢'])('takes %o for nothing', (key) => {
    expect(answerForKey(question, key)).toBeUndefined();
  });

  it('lets a shortcut that content declares come before the digit of the place', () => {
    const numbered: Question = {
      ...question,
      answers: [
        { id: 'two', text: 'Two', shortcut: '2', next: 'X' },
        { id: 'one', text: 'One', shortcut: '1', next: 'X' },
      ],
    };
    expect(answerForKey(numbered, '1')?.id).toBe('one');
  });
});

describe('keyOf', () => {
  it('shows the shortcut, else the digit of the place, else nothing', () => {
    const [red, , blue] = question.answers;
    expect(red && keyOf(red, 0)).toBe('R');
    expect(blue && keyOf(blue, 2)).toBe('3');
    expect(blue && keyOf(blue, 9)).toBeUndefined();
  });
});
