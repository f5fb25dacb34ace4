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

const step = (path: string, more: { first?: boolean; anew?: boolean; entry?: string } = {}) => ({ path, entry: more.entry ?? path, first: more.first ?? false, anew: more.anew ?? true });

/** A contact with a name noted, at its second step. */
async function under() {
  const place = await fresh();
  const facts = await import('./facts');
  const used = await import('./used');
  place.atStep(step('/phone', { first: true }));
  facts.noteFact('voter.name', 'Ann');
  place.notedAt('/phone');
  place.chooseFirst();
  place.atStep(step('/phone?step=2'));
  used.markUsed({ id: 'a', question: 'May I?' }, true);
  const names = () => renderHook(() => facts.useFacts()).result.current['voter.name'];
  return { ...place, ...facts, names, marks: used.hasUsed };
}

it('keeps what was noted on the first step for the steps after it', async () => {
  const { now, names } = await under();
  expect(now()).toBe('/phone?step=2');
  expect(names()).toBe('Ann');
});

it('keeps it over Back to the first step and on again', async () => {
  const { atStep, chooseFirst, names, marks } = await under();
  atStep(step('/phone', { first: true, anew: false }));
  expect(names()).toBe('Ann');
  chooseFirst();
  atStep(step('/phone?step=3'));
  expect(names()).toBe('Ann');
  expect(marks()).toBe(true);
});

it('shows nothing of it on a first step that is shown anew, and forgets it with the choice there', async () => {
  const { atStep, chooseFirst, names, marks, now } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  expect(names()).toBeUndefined();
  expect(now()).toBe('/phone?step=2');
  chooseFirst();
  atStep(step('/phone?step=3'));
  expect(names()).toBeUndefined();
  expect(marks()).toBe(false);
});

it('forgets it as soon as something is noted on a first step shown anew', async () => {
  const { atStep, notedAt, noteFact, names, marks, now } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  notedAt('/phone');
  expect(marks()).toBe(true);
  noteFact('voter.name', 'Bo');
  notedAt('/phone');
  expect(now()).toBe('/phone');
  expect(marks()).toBe(false);
  atStep(step('/phone?step=2'));
  expect(names()).toBe('Bo');
});

it.each(['by its own step', 'by Return to Contact'])('has it again where the contact goes on after all, %s', async (how) => {
  const { atStep, returnTo, names, marks } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  if (how === 'by its own step') atStep(step('/phone?step=2'));
  else returnTo('/phone?step=2', '/support');
  expect(names()).toBe('Ann');
  expect(marks()).toBe(true);
});

it('returns to a contact that is no further than its first step', async () => {
  const place = await fresh();
  const facts = await import('./facts');
  place.atStep(step('/phone', { first: true }));
  facts.noteFact('voter.name', 'Ann');
  place.notedAt('/phone');
  place.returnTo('/phone', '/support');
  place.atStep(step('/phone', { first: true, entry: 'other' }));
  expect(renderHook(() => facts.useFacts()).result.current).toEqual({ 'voter.name': 'Ann' });
});

it('knows after a reload too that another contact is about to begin', async () => {
  const { atStep } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  const after = await fresh();
  const { hasUsed } = await import('./used');
  after.atStep(step('/phone', { first: true, anew: false, entry: 'other' }));
  after.chooseFirst();
  expect(hasUsed()).toBe(false);
});

it('ends with all that was noted, of this contact and of the one before', async () => {
  const { atStep, endContact, takeFactsBack, names } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  endContact();
  takeFactsBack();
  expect(names()).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});

it('is another’s without a word of what was noted', async () => {
  const { contactOf, names } = await under();
  contactOf('ann@a.example');
  contactOf('ann@a.example');
  expect(names()).toBe('Ann');
  contactOf('bo@a.example');
  expect(names()).toBeUndefined();
});

it('can be brought back whole', async () => {
  const { keepContact, endContact, names, marks, now } = await under();
  const restore = keepContact();
  endContact();
  expect([now(), names(), marks()]).toEqual([undefined, undefined, false]);
  restore();
  expect([now(), names(), marks()]).toEqual(['/phone?step=2', 'Ann', true]);
});
