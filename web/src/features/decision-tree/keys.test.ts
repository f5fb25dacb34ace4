import { describe, expect, it } from 'vitest';

import type { Question } from '../../api/types';
import { answerKeys } from './QuestionCard';

function question(...shortcuts: (string | undefined)[]): Question {
  const answers = shortcuts.map((shortcut, index) => ({
    id: `a${String(index)}`,
    text: `Answer ${String(index)}`,
    next: 'X',
    ...(shortcut === undefined ? {} : { shortcut }),
  }));
  return { kind: 'question', text: 'Which?', scripts: [], ask_for: [], answers };
}

describe('answerKeys', () => {
  it('returns the declared shortcut and the digit of the answer’s position', () => {
    const asked = question('y', 'N', undefined);
    expect(answerKeys(asked, 0)).toEqual(['y', '1']);
    expect(answerKeys(asked, 1)).toEqual(['n', '2']);
    expect(answerKeys(asked, 2)).toEqual(['3']);
  });

  it('leaves a digit to the answer that declares it', () => {
    const asked = question('2', '1', '3');
    expect(answerKeys(asked, 0)).toEqual(['2']);
    expect(answerKeys(asked, 1)).toEqual(['1']);
    expect(answerKeys(asked, 2)).toEqual(['3']);
  });

  it('uses digits up to nine', () => {
    const asked = question(...Array.from({ length: 10 }, () => undefined));
    expect(answerKeys(asked, 8)).toEqual(['9']);
    expect(answerKeys(asked, 9)).toEqual([]);
  });

  it('returns only the digit for a position without an answer, and never throws', () => {
    expect(answerKeys(question(), 4)).toEqual(['5']);
  });
});
