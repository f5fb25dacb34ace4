import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** The module as after a reload. */
async function fresh() {
  vi.resetModules();
  const { useAllWords, ...rest } = await import('./words');
  return { ...rest, now: (key: string) => renderHook(() => useAllWords()).result.current.get(key) };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

it('keeps words under their keys, also over a reload', async () => {
  const { keepWords } = await fresh();
  keepWords('k1', 'maria');
  keepWords('k2', 'jo');
  const { now } = await fresh();
  expect([now('k1'), now('k2')]).toEqual(['maria', 'jo']);
});

it('keeps nothing of a search that was emptied', async () => {
  const { keepWords, now } = await fresh();
  keepWords('k1', 'maria');
  keepWords('k1', '');
  expect(now('k1')).toBeUndefined();
  expect(JSON.stringify(sessionStorage)).not.toContain('maria');
});

it('goes on with what was typed last, also over a reload, and with a copy of it', async () => {
  const before = await fresh();
  before.keepWords('k1', 'maria');
  const { beginWords, keepWords, now } = await fresh();
  beginWords('k2');
  expect(now('k2')).toBe('maria');
  keepWords('k2', 'jo');
  expect(now('k1')).toBe('maria');
});

it('takes words that came with an address once, before all others', async () => {
  const { beginWords, keepWords, offerWords, now } = await fresh();
  keepWords('k1', 'maria');
  offerWords('jo');
  beginWords('k2');
  expect(now('k2')).toBe('jo');
  keepWords('k2', '');
  beginWords('k3');
  expect(now('k3')).toBeUndefined();
});

it('overwrites nothing that was typed meanwhile', async () => {
  const { beginWords, keepWords, offerWords, now } = await fresh();
  offerWords('jo');
  keepWords('k1', 'maria');
  beginWords('k1');
  expect(now('k1')).toBe('maria');
});

it('forgets all of it, and nothing else', async () => {
  sessionStorage.setItem('callguide.other', 'stays');
  const { beginWords, keepWords, offerWords, forgetWords, now } = await fresh();
  keepWords('k1', 'maria');
  keepWords('k2', 'jo');
  offerWords('ann');
  forgetWords();
  expect([now('k1'), now('k2')]).toEqual([undefined, undefined]);
  expect(Object.keys(sessionStorage)).toEqual(['callguide.other']);
  beginWords('k3');
  expect(now('k3')).toBeUndefined();
});

it('goes with the contact', async () => {
  const { keepWords, now } = await fresh();
  const { endContact } = await import('./place');
  keepWords('k1', 'maria');
  endContact();
  expect(now('k1')).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

it('holds for the page where the browser keeps nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  const { keepWords, now } = await fresh();
  keepWords('k1', 'maria');
  expect(now('k1')).toBe('maria');
});
