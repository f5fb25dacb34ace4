import { beforeEach, expect, it, vi } from 'vitest';

/** Returns the modules as they are after a reload. */
async function fresh() {
  vi.resetModules();
  const [contact, place, facts, used] = await Promise.all([import('./contact'), import('./place'), import('./facts'), import('./facts')]);
  const { current } = contact;
  const names = () => current().facts.values['voter.name'];
  return { ...contact, ...place, ...facts, ...used, names, marks: () => current().used.length > 0, now: () => current().place };
}

beforeEach(() => sessionStorage.clear());

const step = (path: string, more: { first?: boolean; anew?: boolean; entry?: string } = {}) => ({ path, entry: more.entry ?? path, first: more.first ?? false, anew: more.anew ?? true });

/** Starts a contact with a noted name, at its second step. */
async function under() {
  const all = await fresh();
  all.atStep(step('/phone', { first: true }));
  all.noteFact('voter.name', 'Ann');
  all.notedAt('/phone');
  all.startContact();
  all.atStep(step('/phone?step=2'));
  all.markUsed({ id: 'a', question: 'May I?' }, true);
  return all;
}

it('keeps what was noted on the first step for later steps', async () => {
  const { now, names } = await under();
  expect(now()).toBe('/phone?step=2');
  expect(names()).toBe('Ann');
});

it('keeps it when someone goes back to the first step and forward again', async () => {
  const { atStep, startContact, names, marks } = await under();
  atStep(step('/phone', { first: true, anew: false }));
  expect(names()).toBe('Ann');
  startContact();
  atStep(step('/phone?step=3'));
  expect(names()).toBe('Ann');
  expect(marks()).toBe(true);
});

it('hides it on a newly opened first step, and discards it when a choice is made there', async () => {
  const { atStep, startContact, names, marks, now } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  expect(names()).toBeUndefined();
  expect(now()).toBe('/phone?step=2');
  startContact();
  atStep(step('/phone?step=3'));
  expect(names()).toBeUndefined();
  expect(marks()).toBe(false);
});

it('discards it as soon as something is noted on a newly opened first step', async () => {
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

it.each(['by its own step', 'by Return to Contact'])('restores it if the contact continues after all, %s', async (how) => {
  const { atStep, returnTo, names, marks } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  if (how === 'by its own step') atStep(step('/phone?step=2'));
  else returnTo('/phone?step=2', '/support');
  expect(names()).toBe('Ann');
  expect(marks()).toBe(true);
});

it('returns to a contact that is still at its first step', async () => {
  const { atStep, noteFact, notedAt, returnTo, names } = await fresh();
  atStep(step('/phone', { first: true }));
  noteFact('voter.name', 'Ann');
  notedAt('/phone');
  returnTo('/phone', '/support');
  atStep(step('/phone', { first: true, entry: 'other' }));
  expect(names()).toBe('Ann');
});

it('knows after a reload that another contact is about to begin', async () => {
  const { atStep } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  const after = await fresh();
  after.atStep(step('/phone', { first: true, anew: false, entry: 'other' }));
  after.startContact();
  expect(after.marks()).toBe(false);
});

it('discards the notes of this contact and the previous one when it ends', async () => {
  const { atStep, endContact, returnTo, names } = await under();
  atStep(step('/phone', { first: true, entry: 'other' }));
  endContact();
  returnTo('/phone?step=2', '/support');
  expect(names()).toBeUndefined();
});

it('keeps answers in the order in which they were added, once each and without their text', async () => {
  const { markUsed, current } = await under();
  markUsed({ id: 'b', question: 'Must I?', answer: 'never kept' } as { id: string; question: string }, true);
  markUsed({ id: 'a', question: 'May I?' }, true);
  expect(current().used).toEqual([
    { id: 'a', question: 'May I?' },
    { id: 'b', question: 'Must I?' },
  ]);
  markUsed({ id: 'a', question: 'May I?' }, false);
  expect(current().used.map(({ id }) => id)).toEqual(['b']);
});

it('adds the emergency line to a new contact, and doesn’t move one that is under way', async () => {
  const { noteDanger, atStep, now, names, current } = await under();
  noteDanger('Steps taken: 3:42 PM CT', '/phone?step=faq');
  expect([now(), names(), current().danger]).toEqual(['/phone?step=2', 'Ann', 'Steps taken: 3:42 PM CT']);
  noteDanger(undefined, '/phone?step=2');
  expect(current().danger).toBeUndefined();

  atStep(step('/phone', { first: true, entry: 'other' }));
  noteDanger('Steps taken: 3:59 PM CT', '/phone');
  expect([now(), names(), current().danger, current().apart]).toEqual(['/phone', undefined, 'Steps taken: 3:59 PM CT', false]);
  expect(current().number).toBeGreaterThan(0);
});
