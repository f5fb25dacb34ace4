import { expect, it } from 'vitest';
import type { Content } from '../api/types';
import { atTree, beginning, begun, chosen } from './stage';

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

const content = (...codes: string[]) => ({ version: 'v2', states: codes.map((code) => ({ code })) }) as unknown as Content;

it.each(['XY', 'all'])('begins by itself at the tree where there is only %s, with what is served now', (only) => {
  const single = content(only);
  expect(atTree(single, { origin: 'post', answers: [] })).toEqual({ origin: 'post', state: only, answers: [], version: 'v2' });
  expect(atTree(single, { state: only, answers: [] })).toEqual({ state: only, answers: [], version: 'v2' });
  expect(atTree(single, { answers: under.answers })).toEqual({ state: only, answers: under.answers, version: 'v2' });
});

it('keeps what an address says, also of a region that isn’t there', () => {
  const single = content('all');
  expect(atTree(single, under)).toBe(under);
  expect(atTree(single, { state: 'XY', answers: [] })).toEqual({ state: 'XY', answers: [], version: 'v2' });
  expect(atTree(single, { answers: [], version: '9f1c' })).toEqual({ state: 'all', answers: [], version: '9f1c' });
});

it('waits for the choice where there are several', () => {
  const contact = { origin: 'post', answers: [] };
  expect(atTree(content('XY', 'ZZ'), contact)).toBe(contact);
});
