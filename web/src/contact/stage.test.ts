import { expect, it } from 'vitest';
import { beginning, begun, chosen } from './stage';

const under = { origin: 'post', state: 'XY', answers: [{ node: 'B', answer: 'yes' }], version: '9f1c' };

it('has begun with a version or an answer, not with a region alone', () => {
  expect(begun(under)).toBe(true);
  expect(begun({ ...under, answers: [] })).toBe(true);
  expect(begun({ ...under, version: undefined })).toBe(true);
  expect(begun({ state: 'XY', answers: [] })).toBe(false);
  expect(begun({ answers: under.answers, version: '9f1c' })).toBe(false);
});

it('keeps the region on the start screen, and nothing else of the contact but where it came from', () => {
  expect(chosen(under, 'XY')).toEqual({ origin: 'post', state: 'XY', answers: [] });
  expect(chosen(under, undefined)).toEqual({ origin: 'post', state: undefined, answers: [] });
});

it('begins without answers, in the version that was served then', () => {
  expect(beginning(under, 'ZZ', 'ab12')).toEqual({ origin: 'post', state: 'ZZ', answers: [], version: 'ab12' });
});
