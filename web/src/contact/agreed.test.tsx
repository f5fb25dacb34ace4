import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Content, Step } from '../api/types';
import type { Contact } from '../paths';
import { sampleContent, sampleFlow, treeStep } from '../test/decision-tree/content';
import type { Standing } from './standing';

const contact: Contact = { state: 'TX', answers: [{ node: 'B', answer: 'yes' }], version: 'v1' };

/** Renders the hook as after a reload, with `first` as the contact. */
async function fresh(first: Contact = contact, version = 'v1') {
  vi.resetModules();
  const { useAgreed } = await import('./agreed');
  const { SignedProvider } = await import('./screen');
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

it('survives a reload, and contains only the decision', async () => {
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
] as const)('is cleared by another %s, and stays cleared', async (_, other, version) => {
  const { agreed } = await fresh();
  act(() => agreed().setConfirmed(true));
  const there = await fresh(other, version);
  expect(there.now()).toEqual([false, undefined]);
  expect((await fresh()).now()).toEqual([false, undefined]);
});

const way = { id: 'gone', kind: 'cut_off', label: 'Gone', note: 'cut off', scripts: [] } as const;
const without = { title: 'Else', ways: [way], text: 'Tag nobody.', outcome: 'Not referred' };

/**
 * Returns what a step of the sample flow sees as taken, after a decision that does or doesn't require the agreement.
 */
async function taken(stepId: string, required: boolean, wayId = 'gone') {
  const { agreed } = await fresh();
  act(() => agreed().takeWay(wayId));
  const { useTaken } = await import('./agreed');
  const { SignedProvider } = await import('./screen');
  const ticket = { ...treeStep, id: 'ticket', kind: 'guide', back: 'form', guide: 'g', buttons: [] } as Step;
  const flow = { ...sampleFlow, steps: [...sampleFlow.steps, ticket] };
  const content = { ...sampleContent, version: 'v1', agreement: { without } } as unknown as Content;
  const step = flow.steps.find(({ id }) => id === stepId);
  if (step === undefined) throw new Error(stepId);
  const standing = { status: 'ready', tree: {}, walked: { node: { kind: 'solution', agreement_required: required } } } as unknown as Standing;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>{children}</SignedProvider>
  );
  return renderHook(() => useTaken({ flow, step, contact, standing }), { wrapper }).result.current;
}

it('leads to a ticket without a referral if the decision requires the agreement', async () => {
  expect(await taken('ticket', true)).toEqual({ way, unreferred: without });
  expect(await taken('ticket', false)).toEqual({ way, unreferred: undefined });
});

it('applies only to steps after the agreement, and only if the content offers that alternative', async () => {
  for (const step of ['walk', 'form']) expect(await taken(step, true)).toBeUndefined();
  expect(await taken('ticket', true, 'other')).toBeUndefined();
});

it('is either confirmed or skipped, whichever happened last', async () => {
  const { agreed, now } = await fresh();
  act(() => agreed().setMode('text'));
  act(() => agreed().setConfirmed(true));
  act(() => agreed().takeWay('gone'));
  const kept = () => (JSON.parse(sessionStorage.getItem('callguide.contact') ?? '') as { agreed: object }).agreed;
  expect(now()).toEqual([false, 'text']);
  expect(kept()).toEqual({ about: 'TX|B.yes|v1', confirmed: false, modeId: 'text', wayId: 'gone' });
  act(() => agreed().setConfirmed(true));
  expect(kept()).toEqual({ about: 'TX|B.yes|v1', confirmed: true, modeId: 'text' });
});

it('is cleared with the contact', async () => {
  const { agreed, endContact, now } = await fresh();
  act(() => agreed().setConfirmed(true));
  act(() => endContact());
  expect(now()).toEqual([false, undefined]);
  expect(sessionStorage).toHaveLength(0);
});
