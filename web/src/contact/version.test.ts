import { afterEach, describe, expect, it } from 'vitest';
import { current, endContact } from './contact';
import { sampleContent } from '../test/decision-tree/content';
import { later, move, movedTo, wayOf, type Situation } from './version';

afterEach(endContact);

it('leads from every version that was moved on from to the last', () => {
  move('v1', 'v2', undefined);
  move('v2', 'v3', undefined);
  expect(['v1', 'v2', 'v3', 'v4', undefined].map(movedTo)).toEqual(['v3', 'v3', 'v3', 'v4', undefined]);
});

it('comes to an end where content comes back to what it was', () => {
  move('v1', 'v2', undefined);
  move('v2', 'v1', undefined);
  expect(['v1', 'v2'].map(movedTo)).toEqual(['v1', 'v1']);
});

it('says whether she was told that a version was gone', () => {
  move('v1', 'v2', undefined);
  expect(current().moves.knows).toBe(false);
  move('v2', 'v3', undefined, true);
  move('v3', 'v4', undefined);
  expect(current().moves.knows).toBe(true);
});

it('offers a version that she put off again once the contact has moved on', () => {
  later('v2');
  expect(current().moves.later).toBe('v2');
  move('v1', 'v3', undefined);
  expect(current().moves.later).toBeUndefined();
});

describe('the way', () => {
  const newer = { ...sampleContent, version: 'v2' };
  const shown: Situation = { address: undefined, successor: undefined, shown: 'v1', newer: undefined, inContact: false, elsewhere: false };

  it.each([
    ['current', 'what is shown is served', {}],
    ['current', 'so does the address say', { address: 'v1' }],
    ['moving', 'another is served, and nobody is in the middle of anything', { newer }],
    ['current', 'she looks away from a contact, or reads what mustn’t change', { newer, elsewhere: true }],
    ['offered', 'she is in the middle of a contact', { newer, inContact: true, address: 'v1' }],
    ['offered', 'so she is, with a text open', { newer, inContact: true, elsewhere: true }],
    ['gone', 'the version in the address can’t be had', { address: 'v0' }],
    ['gone', 'so it is, and still another is served', { address: 'v0', newer, inContact: true }],
    ['current', 'what the address asks for is still coming', { address: 'v0', shown: undefined }],
  ] as const)('is %s where %s', (state, _, situation) => {
    const { address } = { ...shown, ...situation };
    expect(wayOf({ ...shown, successor: address, ...situation }).state).toBe(state);
  });

  it('is renewed where the contact has moved on from the version in the address', () => {
    move('v0', 'v1', undefined);
    expect(wayOf({ ...shown, address: 'v0', successor: movedTo('v0') }).state).toBe('renewed');
  });
});
