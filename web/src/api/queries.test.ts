import { MutationObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { unreachable } from './client';
import { makeQueryClient } from './queries';

afterEach(() => vi.useRealTimers());

it('never retries a change: it may have been made even though the response was lost', async () => {
  vi.useFakeTimers();
  const put = vi.fn(() => Promise.reject(unreachable));
  const change = new MutationObserver(makeQueryClient(), { mutationFn: put }).mutate();
  const failed = expect(change).rejects.toBe(unreachable);
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
  expect(put).toHaveBeenCalledOnce();
});
