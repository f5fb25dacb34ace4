import { beforeEach, expect, it, vi } from 'vitest';

/** Returns the module as it is after a reload. */
async function fresh() {
  vi.resetModules();
  const [words, contact] = await Promise.all([import('./words'), import('./contact')]);
  const offerWords = (offered: string) => contact.changeContact({ offered });
  return { ...words, ...contact, offerWords, now: (key: string) => contact.current().words.get(key) };
}

beforeEach(() => sessionStorage.clear());

it('keeps search text under its key, even across a reload', async () => {
  const { keepWords } = await fresh();
  keepWords('k1', 'maria');
  keepWords('k2', 'jo');
  const { now } = await fresh();
  expect([now('k1'), now('k2')]).toEqual(['maria', 'jo']);
});

it('keeps nothing of a search that was cleared', async () => {
  const { keepWords, now } = await fresh();
  keepWords('k1', 'maria');
  keepWords('k1', '');
  expect(now('k1')).toBeUndefined();
  expect(JSON.stringify(sessionStorage)).not.toContain('maria');
});

it('continues with a copy of the text typed last, even after a reload', async () => {
  const before = await fresh();
  before.keepWords('k1', 'maria');
  const { beginWords, keepWords, now } = await fresh();
  beginWords('k2');
  expect(now('k2')).toBe('maria');
  keepWords('k2', 'jo');
  expect(now('k1')).toBe('maria');
});

it('takes text that came with a URL once, before any other', async () => {
  const { beginWords, keepWords, offerWords, now } = await fresh();
  keepWords('k1', 'maria');
  offerWords('jo');
  beginWords('k2');
  expect(now('k2')).toBe('jo');
  keepWords('k2', '');
  beginWords('k3');
  expect(now('k3')).toBeUndefined();
});

it('overwrites nothing that was typed in the meantime', async () => {
  const { beginWords, keepWords, offerWords, now } = await fresh();
  offerWords('jo');
  keepWords('k1', 'maria');
  beginWords('k1');
  expect(now('k1')).toBe('maria');
});

it('discards all of it, and nothing else', async () => {
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
