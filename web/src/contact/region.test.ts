import { expect, it } from 'vitest';
import type { Content } from '../api/types';
import { contactState, isRegion, unasked } from './stage';

const content = (...codes: string[]) => ({ states: codes.map((code) => ({ code })) }) as unknown as Content;

it('asks for a region only if there are several', () => {
  expect(unasked(content('XY', 'ZZ'))).toBeUndefined();
  expect(unasked(content('XY'))?.code).toBe('XY');
  expect(unasked(content('all'))?.code).toBe('all');
});

it('doesn’t count the placeholder for everyone as a region', () => {
  expect([{ code: 'all' }, { code: 'XY' }].map(isRegion)).toEqual([false, true]);
});

it('returns a contact’s region: the one in the URL, or the only one', () => {
  const region = (codes: string[], state?: string) => contactState(content(...codes), { state, answers: [] })?.code;
  expect(region(['XY', 'ZZ'], 'XY')).toBe('XY');
  expect(region(['XY', 'ZZ'])).toBeUndefined();
  expect(region(['XY'])).toBe('XY');
  expect(region(['XY'], 'QQ')).toBeUndefined();
  expect(region(['all'])).toBeUndefined();
  expect(region(['all'], 'all')).toBeUndefined();
});
