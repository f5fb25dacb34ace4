import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from './client';
import { hearReach, isAway, isNobody, noteAnswer, noteFailure, onReach, useIsAway } from './reach';

const fetched = vi.fn<typeof fetch>();
const nobody = () => fetched.mockRejectedValue(new TypeError('Failed to fetch'));
const someone = (status = 200) => fetched.mockImplementation(async () => Response.json({}, { status }));
/** Makes a call from the app and ignores the outcome. */
const call = () => client.GET('/api/session').catch(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  noteAnswer();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('takes these for nobody’s answers', () => expect([0, 500, 502, 503, 504, 200, 401, 429].filter(isNobody)).toEqual([0, 502, 503, 504]));

describe('the engine', () => {
  it('is away once nothing has been answered for a while, and there again with the first answer', async () => {
    nobody();
    await call();
    expect(isAway()).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(isAway()).toBe(true);
    someone(404);
    await call();
    expect(isAway()).toBe(false);
  });

  it('isn’t away for one call that fails and the next one is answered: nothing flickers', async () => {
    const changed = vi.fn();
    const stop = onReach(changed);
    nobody();
    await call();
    someone();
    await vi.advanceTimersByTimeAsync(500);
    await call();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(changed).not.toHaveBeenCalled();
    stop();
  });

  it('isn’t away where only the one call failed: a look finds it', async () => {
    const changed = vi.fn();
    const stop = onReach(changed);
    nobody();
    await call();
    someone();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(changed).not.toHaveBeenCalled();
    expect(fetched).toHaveBeenCalledTimes(2);
    stop();
  });

  it.each([502, 503, 504])('is away behind a proxy that says %i', async (status) => {
    someone(status);
    await call();
    await vi.advanceTimersByTimeAsync(3000);
    expect(isAway()).toBe(true);
  });

  it('is looked for by itself, never less often than every 12.5 s', async () => {
    nobody();
    noteFailure();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(isAway()).toBe(true);
    const before = fetched.mock.calls.length;
    expect(before).toBeGreaterThan(8);
    expect(before).toBeLessThan(30);
    someone();
    await vi.advanceTimersByTimeAsync(12_500);
    expect(isAway()).toBe(false);
    const after = fetched.mock.calls.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetched).toHaveBeenCalledTimes(after);
  });

  it('is what another tab says it is', async () => {
    nobody();
    hearReach(true);
    expect(isAway()).toBe(true);
    hearReach(false);
    expect(isAway()).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('an answer that comes while it is looked for counts', async () => {
    let fail: (reason: Error) => void = () => undefined;
    fetched.mockImplementation(() => new Promise((_, reject) => (fail = reject)));
    noteFailure();
    await vi.advanceTimersByTimeAsync(2500);
    noteAnswer();
    fail(new TypeError('late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isAway()).toBe(false);
  });

  it('a call that was given up says nothing', async () => {
    fetched.mockRejectedValue(new DOMException('aborted', 'AbortError'));
    await call();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('is followed by screens', () => {
    const { result } = renderHook(() => useIsAway());
    act(() => hearReach(true));
    expect(result.current).toBe(true);
    act(() => hearReach(false));
    expect(result.current).toBe(false);
  });
});
