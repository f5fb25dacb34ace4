import { expect, it } from 'vitest';
import type { Content } from '../api/types';
import { atTree, beginning, begun, chosen } from './stage';

const under = { origin: 'post', state: 'XY', answers: [{ node: 'B', answer: 'yes' }], version: '9f1c' };

it('has begun if there’s a version or an answer, but not if there’s only a region', () => {
  expect(begun(under)).toBe(true);
  expect(begun({ ...under, answers: [] })).toBe(true);
  expect(begun({ ...under, version: undefined })).toBe(true);
  expect(begun({ state: 'XY', answers: [] })).toBe(false);
  expect(begun({ answers: under.answers, version: '9f1c' })).toBe(false);
});

it('keeps only the region and the origin on the start screen', () => {
  expect(chosen(under, 'XY')).toEqual({ origin: 'post', state: 'XY', answers: [] });
  expect(chosen(under, undefined)).toEqual({ origin: 'post', state: undefined, answers: [] });
});

it('begins without answers, in the version that’s served at that moment', () => {
  expect(beginning(under, 'ZZ', 'ab12')).toEqual({ origin: 'post', state: 'ZZ', answers: [], version: 'ab12' });
});

const content = (...codes: string[]) => ({ version: 'v2', states: codes.map((code) => ({ code })) }) as unknown as Content;

it.each(['XY', 'all'])('begins automatically at the tree if %s is the only region, with the version served now', (only) => {
  const single = content(only);
  expect(atTree(single, { origin: 'post', answers: [] })).toEqual({ origin: 'post', state: only, answers: [], version: 'v2' });
  expect(atTree(single, { state: only, answers: [] })).toEqual({ state: only, answers: [], version: 'v2' });
  expect(atTree(single, { answers: under.answers })).toEqual({ state: only, answers: under.answers, version: 'v2' });
});

it('keeps what the URL says, even a region that doesn’t exist', () => {
  const single = content('all');
  expect(atTree(single, under)).toBe(under);
  expect(atTree(single, { state: 'XY', answers: [] })).toEqual({ state: 'XY', answers: [], version: 'v2' });
  expect(atTree(single, { answers: [], version: '9f1c' })).toEqual({ state: 'all', answers: [], version: '9f1c' });
});

it('waits for the choice if there are several regions', () => {
  const contact = { origin: 'post', answers: [] };
  expect(atTree(content('XY', 'ZZ'), contact)).toBe(contact);
});
