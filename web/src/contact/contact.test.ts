import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentContact } from './contact';
import type { Fact } from './fact';

/**
 * A value in every field. If `CurrentContact` gets a new field, this doesn't compile until a value for it is added here.
 */
const everything: CurrentContact = {
  place: '/phone?step=2',
  number: 7,
  apart: true,
  returning: true,
  facts: { values: { 'voter.name': 'Zyxquarbel' }, known: [{ id: 'day', label: 'Day', kind: 'date', required: false, choices: [] }] },
  lost: ['deadline', 'voter.name', 'call-back'],
  aside: { values: { 'call-back': '555-0100' }, known: [] },
  words: new Map([['k1', 'maria']]),
  lastKey: 'k1',
  offered: 'jo',
  used: [{ id: 'a', question: 'May I?' }],
  danger: 'Steps taken: 3:42 PM CT',
  agreed: { about: 'TX|B.yes|v1', confirmed: false, modeId: 'text', wayId: 'cut-off' },
  note: { text: 'Zyxquarbel', copied: true },
  same: { facts: { values: { 'voter.name': 'Zyxquarbel' }, known: [] }, used: [], danger: undefined, from: '/phone?step=2' },
  moves: { moved: new Map([['v1', 'v2']]), later: 'v3', told: { screen: '/phone', text: ['Moved.'], kind: 'good' }, knows: true },
};
const fields = Object.keys(everything) as (keyof CurrentContact)[];

const pages: { endContact: () => void }[] = [];

/** Returns the module as it is after a reload. */
async function fresh() {
  vi.resetModules();
  const contact = await import('./contact');
  pages.push(contact);
  return { ...contact, ended: () => renderHook(() => contact.useEnded()).result.current };
}

/** Starts a contact that belongs to Ann. */
async function under() {
  const contact = await fresh();
  contact.contactOf('ann@a.example');
  contact.changeContact(everything);
  return contact;
}

/** Whether the page asks for confirmation before the user leaves it for good. */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  // Otherwise one test's leave confirmation would carry over to the next.
  for (const page of pages.splice(0)) page.endContact();
});

it('has a sample value for every field that differs from the empty contact', async () => {
  const { none } = await fresh();
  expect(Object.keys(none).sort()).toEqual([...fields].sort());
  for (const field of fields) expect(everything[field], field).not.toEqual(none[field]);
});

it.each(fields)('discards %s when it ends, and when another person signs in, immediately or after a reload', async (field) => {
  const { endContact, current, none, ended } = await under();
  endContact();
  expect(current()[field]).toEqual(none[field]);
  expect(ended()).toBeUndefined();

  const other = await under();
  other.contactOf('bo@a.example');
  expect(other.current()[field]).toEqual(none[field]);

  await under();
  const reloaded = await fresh();
  reloaded.contactOf('bo@a.example');
  expect(reloaded.current()[field]).toEqual(none[field]);
});

it('leaves nothing in the tab once it has ended and its owner has signed out', async () => {
  const { endContact, contactOf } = await under();
  expect(sessionStorage.length).toBeGreaterThan(0);
  endContact();
  contactOf(undefined);
  expect(sessionStorage).toHaveLength(0);
  expect(asks()).toBe(false);
});

it('stays with its owner across a reload, except for what was noted about the voter', async () => {
  await under();
  const { contactOf, current, none } = await fresh();
  contactOf('ann@a.example');
  const { facts, aside, offered, returning, same, moves } = none;
  const note = { text: undefined, copied: true };
  expect(current()).toEqual({ ...everything, facts, aside, offered, returning, note, same, moves: { ...everything.moves, told: moves.told } });
});

it('knows after a reload which facts were noted, until they’re noted again', async () => {
  const { changeContact } = await fresh();
  changeContact({ facts: { values: { deadline: '2026-10-05', city: ' ', 'call-back': '555' }, known: [] } });
  const { current } = await fresh();
  const { noteFact } = await import('./facts');
  expect(current().lost).toEqual(['deadline', 'call-back']);
  noteFact('deadline', ' ');
  expect(current().lost).toEqual(['deadline', 'call-back']);
  noteFact('deadline', '2026-10-06');
  expect(current().lost).toEqual(['call-back']);
  expect((await fresh()).current().lost).toEqual(['call-back', 'deadline']);
});

it('keeps notes only in the page’s memory', async () => {
  await under();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage }) + document.cookie + location.href + JSON.stringify(history.state)).not.toMatch(/Zyxquarbel|555-0100/);
});

it('notifies nobody if nothing changed, and stores only what survives a reload', async () => {
  const { changeContact, current } = await under();
  const before = current();
  changeContact({ place: before.place, facts: before.facts });
  expect(current()).toBe(before);
  const write = vi.spyOn(Storage.prototype, 'setItem');
  changeContact({ facts: { values: { 'voter.name': 'Bo' }, known: [] } });
  expect(current()).not.toBe(before);
  expect(write).not.toHaveBeenCalled();
  changeContact({ place: '/phone?step=3' });
  expect(write).toHaveBeenCalledOnce();
});

it('ignores stored data that isn’t its own', async () => {
  for (const text of ['{', '3', 'null', '[]', '{"used":[1,{"id":2}],"words":[["v1"],["v1",2],"v2"],"agreed":{"about":"TX","confirmed":true,"wayId":1},"moved":"v1","knows":1,"place":7,"number":"x","danger":4,"apart":"yes","lost":[1,{}]}']) {
    sessionStorage.setItem('callguide.contact', text);
    const { current, none } = await fresh();
    expect(current()).toEqual(none);
  }
});

it('lasts as long as the page if the browser can’t store anything', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  const { current } = await under();
  expect(current()).toEqual(everything);
});

it('asks before the page is left for good, as long as there are notes of this contact or the one set aside', async () => {
  const { changeContact, none } = await fresh();
  const noted = (value: string) => ({ values: { 'call-back': value }, known: [] });
  for (const [parts, is] of [
    [{}, false],
    [{ facts: noted(' ') }, false],
    [{ facts: noted('555') }, true],
    [{ facts: none.facts, aside: noted('555') }, true],
    [{ aside: undefined }, false],
  ] as const) {
    changeContact(parts);
    expect(asks(), JSON.stringify(parts)).toBe(is);
  }
});

it('doesn’t ask when a number is called, but does for a link to another page', async () => {
  await under();
  document.body.innerHTML = '<a href="tel:911">911</a><a href="/away" target="_blank">away</a>';
  const [call, away] = document.querySelectorAll('a');
  away?.click();
  expect(asks()).toBe(true);
  call?.addEventListener('click', (event) => event.preventDefault());
  call?.click();
  expect(asks()).toBe(false);
  expect(asks()).toBe(true);
});

it('can be brought back completely for a moment', async () => {
  vi.useFakeTimers();
  const { endWithUndo, bringBack, current, none, ended } = await under();
  endWithUndo('/phone?step=2', '/phone');
  expect(current()).toEqual(none);
  const offer = ended();
  expect(offer).toMatchObject({ from: '/phone?step=2', to: '/phone' });
  if (offer !== undefined) bringBack(offer);
  expect(current()).toEqual(everything);
  expect(ended()).toBeUndefined();

  endWithUndo('/phone?step=2', '/phone');
  vi.advanceTimersByTime(9_999);
  expect(ended()).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(ended()).toBeUndefined();
});

it('doesn’t offer to bring anything back if nothing was known', async () => {
  const { endWithUndo, ended } = await fresh();
  endWithUndo('/phone', '/phone');
  expect(ended()).toBeUndefined();
});

it('starts over with only what may be kept for the same voter, until the next answer', async () => {
  const { changeContact, resetContact, keepVoter, dropVoter, current, none } = await under();
  const phone = { id: 'call-back', label: 'Number', kind: 'phone' as const, required: false, choices: [] } satisfies Fact;
  const day = { id: 'day', label: 'Day', kind: 'date' as const, required: false, choices: [] } satisfies Fact;
  changeContact({ facts: { values: { 'voter.name': 'Zyxquarbel', 'call-back': '555-0100', day: '2026-11-03' }, known: [phone, day] } });
  resetContact('/phone?step=2');
  expect({ ...current(), same: undefined }).toEqual(none);
  expect(asks()).toBe(true);
  keepVoter();
  const kept = { values: { 'voter.name': 'Zyxquarbel', 'call-back': '555-0100' }, known: [phone] };
  expect(current()).toEqual({ ...none, facts: kept, used: everything.used, danger: everything.danger });

  resetContact('/phone?step=2');
  dropVoter();
  keepVoter();
  expect(current()).toEqual(none);
  // If nothing is known, there's nothing to restore.
  resetContact('/phone');
  expect(current()).toEqual(none);
});
