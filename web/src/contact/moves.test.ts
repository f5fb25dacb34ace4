import { afterEach, expect, it } from 'vitest';
import { endContact } from './contact';
import { knowsOfGone, move, movedTo } from './moves';

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
  expect(knowsOfGone()).toBe(false);
  move('v2', 'v3', undefined, true);
  move('v3', 'v4', undefined);
  expect(knowsOfGone()).toBe(true);
});
