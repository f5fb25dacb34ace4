import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const one = { id: 'a', question: 'May I?' };
const two = { id: 'b', question: 'Must I?' };

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.resetModules());

const fresh = async () => {
  vi.resetModules();
  const { useUsed, ...rest } = await import('./used');
  const { endContact } = await import('./place');
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
