import { afterEach, expect, it, vi } from 'vitest';
import { whenIdle } from './idle';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('runs one task at each idle moment, in order, and none after it’s canceled', () => {
  const waiting = new Map<number, () => void>();
  vi.stubGlobal('requestIdleCallback', (piece: () => void) => {
    waiting.set(waiting.size + 1, piece);
    return waiting.size;
  });
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.set(id, () => undefined));
  const moment = () => waiting.get(waiting.size)?.();
  const did: string[] = [];
  const end = whenIdle(['a', 'b', 'c'].map((name) => () => did.push(name)));
  expect(did).toEqual([]);
  moment();
  expect(did).toEqual(['a']);
  moment();
  expect(did).toEqual(['a', 'b']);
  end();
  moment();
  expect(did).toEqual(['a', 'b']);
});

it('also runs them one at a time if a browser doesn’t report idle time', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestIdleCallback', undefined);
  const did: string[] = [];
  const end = whenIdle(['a', 'b', 'c'].map((name) => () => did.push(name)));
  vi.advanceTimersByTime(200);
  expect(did).toEqual(['a']);
  vi.advanceTimersByTime(200);
  expect(did).toEqual(['a', 'b']);
  end();
  vi.runAllTimers();
  expect(did).toEqual(['a', 'b']);
});
