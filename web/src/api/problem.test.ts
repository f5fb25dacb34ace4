import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failure, Problem, sentence, unreachable, useReason, useWait } from './client';
import { hearReach } from './reach';

const idle = { error: null, fetchStatus: 'idle', isFetching: false, refetch: () => Promise.reject(new Error('not here')) } as const;

it('a query that waits for a connection counts as failed for now', () => {
  expect(sentence(failure({ error: null, fetchStatus: 'paused' }))).toBe('The server can’t be reached.');
  expect(failure({ error: null, fetchStatus: 'fetching' })).toBeNull();
});

it('a query that was refused says why', () => {
  const error = new Problem(404, { error: 'There is no such region.' });
  expect(failure({ error, fetchStatus: 'idle' })).toBe(error);
});

it('a lost connection is reported only once: not in place of the content while the line under the header reports it', () => {
  const { result } = renderHook(() => ({
    none: useReason(null),
    nobody: useReason(unreachable),
    proxy: useReason(new Problem(502, undefined)),
    own: useReason(new Problem(503, { error: 'The document store is away.' })),
    other: useReason(new Problem(500, undefined)),
    waits: useWait({ ...idle, fetchStatus: 'paused' }).problem,
    comes: useWait(idle).problem,
  }));
  const said = { none: '', nobody: 'The server can’t be reached.', proxy: 'The server can’t be reached.', own: 'The document store is away.', other: 'The server responded with 500.', waits: 'The server can’t be reached.', comes: undefined };
  expect(result.current).toEqual(said);
  act(() => hearReach(true));
  expect(result.current).toEqual({ ...said, nobody: '', proxy: '', waits: '' });
  act(() => hearReach(false));
  expect(result.current).toEqual(said);
});
