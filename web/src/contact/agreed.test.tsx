import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Contact } from '../paths';
import { sampleContent } from '../test/decision-tree/content';

const contact: Contact = { state: 'TX', answers: [{ node: 'B', answer: 'yes' }], version: 'v1' };

/** The hook as after a reload, at `first`. */
async function fresh(first: Contact = contact, version = 'v1') {
  vi.resetModules();
  const { useAgreed } = await import('./agreed');
  const { SignedProvider } = await import('./AppContext');
  const { endContact } = await import('./contact');
  const content = { ...sampleContent, version };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>{children}</SignedProvider>
  );
  const { result, rerender } = renderHook((at: Contact) => useAgreed(at), { initialProps: first, wrapper });
  return { now: () => [result.current.confirmed, result.current.modeId], agreed: () => result.current, at: rerender, endContact };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.resetModules());

it('outlives a reload, and has nothing but the decision', async () => {
  const { agreed, now } = await fresh();
  expect(now()).toEqual([false, undefined]);
  act(() => agreed().setMode('text'));
  act(() => agreed().setConfirmed(true));
  expect(now()).toEqual([true, 'text']);
  expect(JSON.parse(sessionStorage.getItem('callguide.contact') ?? '')).toMatchObject({ agreed: { about: 'TX|B.yes|v1', confirmed: true, modeId: 'text' } });
  expect((await fresh()).now()).toEqual([true, 'text']);
});

it.each([
  ['answer', { ...contact, answers: [{ node: 'B', answer: 'no' }] }, 'v1'],
  ['region', { ...contact, state: 'CA' }, 'v1'],
  ['version', { ...contact, version: 'v2' }, 'v2'],
] as const)('is cleared by another %s, and stays so', async (_, other, version) => {
  const { agreed } = await fresh();
  act(() => agreed().setConfirmed(true));
  const there = await fresh(other, version);
  expect(there.now()).toEqual([false, undefined]);
  expect((await fresh()).now()).toEqual([false, undefined]);
});

it('is cleared with the contact', async () => {
  const { agreed, endContact, now } = await fresh();
  act(() => agreed().setConfirmed(true));
  act(() => endContact());
  expect(now()).toEqual([false, undefined]);
  expect(sessionStorage).toHaveLength(0);
});
