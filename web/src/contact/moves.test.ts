import { afterEach, expect, it, vi } from 'vitest';
import { forgetMoves, knowsOfGone, later, move, movedTo } from './moves';

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

it('knows after a reload where the contact moved on, and that she was told', async () => {
  move('v1', 'v2', undefined);
  expect(knowsOfGone()).toBe(false);
  move('v2', 'v3', undefined, true);
  vi.resetModules();
  const reloaded = await import('./moves');
  expect(['v1', 'v2', 'v3'].map(reloaded.movedTo)).toEqual(['v3', 'v3', 'v3']);
  expect(reloaded.knowsOfGone()).toBe(true);
  reloaded.forgetMoves();
  expect(sessionStorage).toHaveLength(0);
  expect(reloaded.knowsOfGone()).toBe(false);
});

it('makes nothing of what isn’t its own', async () => {
  for (const kept of ['nonsense', '{"moved": "v1", "knows": 1}', '{"moved": [["v1"], ["v1", 2], "v2"]}', '[]']) {
    sessionStorage.setItem('callguide.moved', kept);
    vi.resetModules();
    const reloaded = await import('./moves');
    expect(reloaded.movedTo('v1')).toBe('v1');
    expect(reloaded.knowsOfGone()).toBe(false);
  }
});
