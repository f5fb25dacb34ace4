import { expect, it } from 'vitest';
import { failure, Problem, sentence } from './problem';

it('a query that waits for a connection has failed for now, and says so', () => {
  expect(sentence(failure({ error: null, fetchStatus: 'paused' }))).toBe('The server can’t be reached.');
  expect(failure({ error: null, fetchStatus: 'fetching' })).toBeNull();
});

it('a query that was refused says why', () => {
  const error = new Problem(404, { error: 'There is no such region.' });
  expect(failure({ error, fetchStatus: 'idle' })).toBe(error);
});
