import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFlag } from './copy';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('resets after its time, counted from when it was last raised', () => {
  const { result } = renderHook(() => useFlag(2000));
  act(() => result.current.raise());
  act(() => vi.advanceTimersByTime(1999));
  expect(result.current.on).toBe(true);
  act(() => result.current.raise());
  act(() => vi.advanceTimersByTime(1999));
  expect(result.current.on).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current.on).toBe(false);
});
