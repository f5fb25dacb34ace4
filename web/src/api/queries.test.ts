import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { unreachable } from './client';
import { makeQueryClient } from './queries';

afterEach(() => vi.useRealTimers());

it('never sends a change twice: the first may have been made although its answer was lost', async () => {
  vi.useFakeTimers();
  const put = vi.fn(() => Promise.reject(unreachable));
  const change = new MutationObserver(makeQueryClient(), { mutationFn: put }).mutate();
  const failed = expect(change).rejects.toBe(unreachable);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(put).toHaveBeenCalledOnce();
});
