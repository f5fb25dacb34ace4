/** What happens to notes about a voter when a session ends, in each of the possible ways. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, makeQueryClient, session } from '../src/api/queries';
import { SessionGate } from '../src/app/SessionGate';
import { changeContact, contactOf, current, endContact, hasValues } from '../src/contact/contact';
import { noteFact } from '../src/contact/facts';
import { keepWords } from '../src/contact/words';

const hasFacts = () => hasValues(current().facts);
const hasPlace = () => current().place !== undefined;

/**
 * Changes what is known about the session and waits until the screens have been notified, which happens in a timer set
 * before this one.
 */
const tell = (change: () => void) =>
  act(async () => {
    change();
    await new Promise((told) => setTimeout(told));
  });
const signed = (email: string) => ({ user: { email, display_name: 'Ann', first_name: 'Ann', photo_url: null }, is_admin: false });
let queries: QueryClient;

beforeEach(() => {
  // Only the session is known; all other data is still loading.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  queries = makeQueryClient();
  queries.setQueryData(session.queryKey, signed('ann@a.example'));
  render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <SessionGate />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  changeContact({ place: '/phone' });
  noteFact('call-back', '555');
});
afterEach(() => {
  act(endContact);
  contactOf(undefined);
  vi.unstubAllGlobals();
});

it('an expired session keeps the notes for the same person', async () => {
  await tell(() => endSession(queries));
  expect(hasFacts()).toBe(true);
  await tell(() => void queries.setQueryData(session.queryKey, signed('ann@a.example')));
  expect([hasFacts(), hasPlace()]).toEqual([true, true]);
});

it('the search text is discarded once a session has expired', async () => {
  act(() => keepWords('k1', 'maria'));
  await tell(() => endSession(queries));
  expect(current().words.size).toBe(0);
  expect(JSON.stringify(sessionStorage)).not.toContain('maria');
});

it('another person finds nothing', async () => {
  await tell(() => endSession(queries));
  await tell(() => void queries.setQueryData(session.queryKey, signed('bo@a.example')));
  expect([hasFacts(), hasPlace()]).toEqual([false, false]);
});

it('a sign-out in another tab discards the notes', () => {
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'callguide.sign-out-due', newValue: 'yes' })));
  expect([hasFacts(), hasPlace()]).toEqual([false, false]);
  expect(screen.queryByText('555')).toBeNull();
});
