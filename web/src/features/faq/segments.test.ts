import { expect, it } from 'vitest';
import { markedWords, segments } from './marks';

const shown = (text: string, ranges: number[][]) =>
  segments(text, ranges)
    .map((segment) => (segment.marked ? `[${segment.text}]` : segment.text))
    .join('');

it('highlights the range, whose end is exclusive', () => {
  expect(shown('Do I need a REAL ID?', [[12, 16]])).toBe('Do I need a [REAL] ID?');
});

it('counts scalar values, not UTF-16 units', () => {
  // 🗳️ is two scalar values (a ballot box and a variation selector) and three UTF-16 code units.
  expect(shown('🗳️ vote 👍🏽 now', [[3, 7], [11, 14]])).toBe('🗳️ [vote] 👍🏽 [now]');
  expect(shown('𝒱ote', [[0, 1]])).toBe('[𝒱]ote');
});

it('preserves the text, whatever the ranges are', () => {
  for (const ranges of [[], [[0, 99]], [[5, 2]], [[-3, 1]], [[9, 12]], [[]], [[0, 0]]]) {
    expect(segments('né🗳x', ranges).map(({ text }) => text).join('')).toBe('né🗳x');
  }
  expect(shown('abc', [[1, 99]])).toBe('a[bc]');
  expect(segments('', [[0, 3]])).toEqual([]);
});

it('tells whole words from beginnings', () => {
  expect(markedWords('absentee ballot', [[0, 3], [9, 15]])).toEqual([
    { text: 'abs', whole: false },
    { text: 'ballot', whole: true },
  ]);
});
