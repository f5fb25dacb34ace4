import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

/** The module as after a reload. */
async function fresh() {
  vi.resetModules();
  const { usePlace, ...rest } = await import('./place');
  return { ...rest, now: () => renderHook(() => usePlace()).result.current };
}

beforeEach(() => sessionStorage.clear());

it('stays with its person, also over a reload', async () => {
  const before = await fresh();
  before.contactOf('ann@a.example');
  before.keepPlace('/phone');
  const { contactOf, now } = await fresh();
  contactOf('ann@a.example');
  expect(now()).toBe('/phone');
});

it.each(['at once', 'after a reload'])('is over when it is another’s, %s', async (when) => {
  const before = await fresh();
  before.contactOf('ann@a.example');
  before.keepPlace('/phone');
  const { contactOf, now } = when === 'at once' ? before : await fresh();
  contactOf('bo@a.example');
  expect(now()).toBeUndefined();
});

it('leaves nobody behind', async () => {
  const { contactOf } = await fresh();
  contactOf('ann@a.example');
  contactOf(undefined);
  expect(sessionStorage).toHaveLength(0);
});
