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

it('keeps words under random keys, also over a reload', async () => {
  const { beginWords, keepWords } = await fresh();
  const [one, two] = [beginWords(), beginWords()];
  expect(one).not.toBe(two);
  expect(one).toMatch(/^[a-z0-9]{20,}$/);
  keepWords(one, 'maria');
  keepWords(two, 'jo');
  const { now } = await fresh();
  expect([now(one), now(two)]).toEqual(['maria', 'jo']);
});

it('keeps nothing of a search that was emptied', async () => {
  const { beginWords, keepWords, now } = await fresh();
  const key = beginWords();
  keepWords(key, 'maria');
  keepWords(key, '');
  expect(now(key)).toBeUndefined();
  expect(JSON.stringify(sessionStorage)).not.toContain('maria');
});

it('goes on with what was typed last, also over a reload, and with a copy of it', async () => {
  const before = await fresh();
  const first = before.beginWords();
  before.keepWords(first, 'maria');
  const { beginWords, keepWords, now } = await fresh();
  const second = beginWords();
  expect(now(second)).toBe('maria');
  keepWords(second, 'jo');
  expect(now(first)).toBe('maria');
});

it('takes words that came with an address once, before all others', async () => {
  const { beginWords, keepWords, offerWords, now } = await fresh();
  keepWords(beginWords(), 'maria');
  offerWords('jo');
  const key = beginWords();
  expect(now(key)).toBe('jo');
  keepWords(key, '');
  expect(now(beginWords())).toBeUndefined();
});

it('forgets all of it, and nothing else', async () => {
  sessionStorage.setItem('callguide.other', 'stays');
  const { beginWords, keepWords, offerWords, forgetWords, now } = await fresh();
  const key = beginWords();
  keepWords(key, 'maria');
  keepWords(beginWords(), 'jo');
  offerWords('ann');
  forgetWords();
  expect(now(key)).toBeUndefined();
  expect(Object.keys(sessionStorage)).toEqual(['callguide.other']);
  expect(now(beginWords())).toBeUndefined();
});

it('goes with the contact', async () => {
  const { beginWords, keepWords, now } = await fresh();
  const { endContact } = await import('./place');
  const key = beginWords();
  keepWords(key, 'maria');
  endContact();
  expect(now(key)).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

it('holds for the page where the browser keeps nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  const { beginWords, keepWords, now } = await fresh();
  const key = beginWords();
  keepWords(key, 'maria');
  expect(now(key)).toBe('maria');
});
