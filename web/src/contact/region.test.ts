import { expect, it } from 'vitest';
import type { Content } from '../api/types';
import { contactState, isRegion, unasked } from './region';

const content = (...codes: string[]) => ({ states: codes.map((code) => ({ code })) }) as unknown as Content;

it('asks for a region only where there are several', () => {
  expect(unasked(content('XY', 'ZZ'))).toBeUndefined();
  expect(unasked(content('XY'))?.code).toBe('XY');
  expect(unasked(content('all'))?.code).toBe('all');
});

it('takes what stands for everybody for no region', () => {
  expect([{ code: 'all' }, { code: 'XY' }].map(isRegion)).toEqual([false, true]);
});

it('knows the region of a contact: the one in the address, or the only one', () => {
  const [none, xy, all, qq] = [undefined, 'XY', 'all', 'QQ'].map((state) => ({ state, answers: [] }));
  expect(contactState(content('XY', 'ZZ'), xy!)?.code).toBe('XY');
  expect(contactState(content('XY', 'ZZ'), none!)).toBeUndefined();
  expect(contactState(content('XY'), none!)?.code).toBe('XY');
  expect(contactState(content('XY'), qq!)).toBeUndefined();
  expect(contactState(content('all'), none!)).toBeUndefined();
  expect(contactState(content('all'), all!)).toBeUndefined();
});
