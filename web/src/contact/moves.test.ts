import { afterEach, expect, it } from 'vitest';
import { forgetMoves, later, move, movedTo } from './moves';

afterEach(forgetMoves);

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

it('keeps what was put off over a reload, and forgets it with the contact', () => {
  later('v2');
  expect(sessionStorage.getItem('callguide.later')).toBe('v2');
  forgetMoves();
  expect(sessionStorage.getItem('callguide.later')).toBeNull();
});
