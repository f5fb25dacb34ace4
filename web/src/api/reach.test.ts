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

it('counts only these statuses as no response from the engine', () => expect([0, 500, 502, 503, 504, 200, 401, 429].filter(isNobody)).toEqual([0, 502, 503, 504]));

describe('the engine', () => {
  it('is unavailable once it hasn’t responded for a while, and available again at the first response', async () => {
    nobody();
    await call();
    expect(isAway()).toBe(false);
    await vi.advanceTimersByTimeAsync(3000);
    expect(isAway()).toBe(true);
    someone(404);
    await call();
    expect(isAway()).toBe(false);
  });

  it('stays available if one call fails and the next succeeds, so that nothing flickers', async () => {
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

  it('stays available if only one call fails and a probe succeeds', async () => {
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

  it.each([502, 503, 504])('is unavailable if a proxy responds with %i', async (status) => {
    someone(status);
    await call();
    await vi.advanceTimersByTimeAsync(3000);
    expect(isAway()).toBe(true);
  });

  it('is probed automatically, at least every 12.5 s', async () => {
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

  it('takes its state from another tab', async () => {
    nobody();
    hearReach(true);
    expect(isAway()).toBe(true);
    hearReach(false);
    expect(isAway()).toBe(false);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('counts as available if a response arrives during a probe', async () => {
    let fail: (reason: Error) => void = () => undefined;
    fetched.mockImplementation(() => new Promise((_, reject) => (fail = reject)));
    noteFailure();
    await vi.advanceTimersByTimeAsync(2500);
    noteAnswer();
    fail(new TypeError('late'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isAway()).toBe(false);
  });

  it('isn’t affected by an aborted call', async () => {
    fetched.mockRejectedValue(new DOMException('aborted', 'AbortError'));
    await call();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('notifies the screens of its state', () => {
    const { result } = renderHook(() => useIsAway());
    act(() => hearReach(true));
    expect(result.current).toBe(true);
    act(() => hearReach(false));
    expect(result.current).toBe(false);
  });
});
