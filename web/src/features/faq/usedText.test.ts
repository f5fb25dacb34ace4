import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usedNote } from './usedText';

const one = { id: 'a', question: 'May I?' };
const two = { id: 'b', question: 'Must I?' };

it('is a numbered list, in the order of answering', () => {
  expect(usedNote([two, one])).toBe('FAQ answers used:\n1. Must I?\n2. May I?');
});

it('is of plain lines, whatever the question', () => {
  expect(usedNote([{ id: 'c', question: 'Line\nbreak' }])).toBe('FAQ answers used:\n1. Line break');
});

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.resetModules());

const fresh = async () => {
  vi.resetModules();
  const { useUsed, ...rest } = await import('../../contact/used');
  const { endContact } = await import('../../contact/place');
  const { renderHook } = await import('@testing-library/react');
  return { ...rest, endContact, now: () => renderHook(() => useUsed()).result.current };
};

it('keeps the order, each entry once, over a reload', async () => {
  const before = await fresh();
  before.markUsed(two, true);
  before.markUsed({ ...one, answer: 'never kept' } as typeof one, true);
  before.markUsed(two, true);
  expect(before.now()).toEqual([two, one]);
  expect((await fresh()).now()).toEqual([two, one]);
});

it('forgets what is unmarked, and everything with the contact', async () => {
  const used = await fresh();
  used.markUsed(one, true);
  used.markUsed(two, true);
  used.markUsed(one, false);
  expect(used.now()).toEqual([two]);
  used.endContact();
  expect(used.now()).toEqual([]);
  expect((await fresh()).now()).toEqual([]);
  expect(sessionStorage).toHaveLength(0);
});

it('begins with nothing where storage holds something else', async () => {
  for (const text of ['{', '3', '[1,{"id":2}]', 'null']) {
    sessionStorage.setItem('callguide.used', text);
    expect((await fresh()).now()).toEqual([]);
  }
});
