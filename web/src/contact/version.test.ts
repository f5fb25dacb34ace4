import { afterEach, describe, expect, it } from 'vitest';
import { current, endContact } from './contact';
import { sampleContent } from '../test/decision-tree/content';
import { later, move, movedTo, wayOf, type Situation } from './version';

afterEach(endContact);

it('maps every replaced version to the latest one', () => {
  move('v1', 'v2', undefined);
  move('v2', 'v3', undefined);
  expect(['v1', 'v2', 'v3', 'v4', undefined].map(movedTo)).toEqual(['v3', 'v3', 'v3', 'v4', undefined]);
});

it('terminates if content returns to an earlier version', () => {
  move('v1', 'v2', undefined);
  move('v2', 'v1', undefined);
  expect(['v1', 'v2'].map(movedTo)).toEqual(['v1', 'v1']);
});

it('knows whether she has been told that a version is gone', () => {
  move('v1', 'v2', undefined);
  expect(current().moves.knows).toBe(false);
  move('v2', 'v3', undefined, true);
  move('v3', 'v4', undefined);
  expect(current().moves.knows).toBe(true);
});

it('offers a postponed version again once the contact has moved on', () => {
  later('v2');
  expect(current().moves.later).toBe('v2');
  move('v1', 'v3', undefined);
  expect(current().moves.later).toBeUndefined();
});

describe('the state', () => {
  const newer = { ...sampleContent, version: 'v2' };
  const shown: Situation = { address: undefined, successor: undefined, shown: 'v1', newer: undefined, inContact: false, elsewhere: false };

  it.each([
    ['current', 'the shown version is served', {}],
    ['current', 'the URL names it too', { address: 'v1' }],
    ['moving', 'another version is served, and nobody is in the middle of anything', { newer }],
    ['current', 'the volunteer has looked away from a contact, or is reading a text that mustn’t change', { newer, elsewhere: true }],
    ['offered', 'she is in the middle of a contact', { newer, inContact: true, address: 'v1' }],
    ['offered', 'she is, with a text open', { newer, inContact: true, elsewhere: true }],
    ['gone', 'the version in the URL isn’t available', { address: 'v0' }],
    ['gone', 'it isn’t, and yet another version is served', { address: 'v0', newer, inContact: true }],
    ['current', 'the content that the URL names is still loading', { address: 'v0', shown: undefined }],
  ] as const)('is %s if %s', (state, _, situation) => {
    const { address } = { ...shown, ...situation };
    expect(wayOf({ ...shown, successor: address, ...situation }).state).toBe(state);
  });

  it('is `renewed` if the contact has moved on from the version in the URL', () => {
    move('v0', 'v1', undefined);
    expect(wayOf({ ...shown, address: 'v0', successor: movedTo('v0') }).state).toBe('renewed');
  });
});
