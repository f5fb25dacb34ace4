/** A page that can't receive events polls instead, and reports when polling fails too. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OfflineNote } from '../../app/Notes';
import { FakeSource } from '../../test/events/browser';
import { makeQueryClient } from '../queries';
import { useServed } from './useServed';

const minute = 65_000;
const fetched = vi.fn<typeof fetch>();
const says = (version: string) => fetched.mockImplementation(() => Promise.resolve(Response.json({ version })));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const note = () => screen.queryByRole('status')?.textContent;
const last = () => FakeSource.all.at(-1) as FakeSource;

function Page() {
  const { version, stop } = useServed();
  return (
    <>
      <p data-testid="version">{version}</p>
      <button onClick={stop}>End</button>
    </>
  );
}
const version = () => screen.getByTestId('version').textContent;

beforeEach(async () => {
  vi.useFakeTimers();
  FakeSource.all = [];
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('fetch', fetched.mockReset());
  says('v1');
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Page />
      <OfflineNote />
    </QueryClientProvider>,
  );
  await pass(0);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('doesn’t poll while it receives events', async () => {
  last().serve('v1');
  await pass(30_000);
  last().beat();
  dispatchEvent(new Event('focus'));
  await pass(30_000);
  expect([version(), fetched.mock.calls.length]).toEqual(['v1', 0]);
});

it('polls immediately when the stream is refused, then every minute and on focus, until it receives events again', async () => {
  last().fail(true);
  await pass(0);
  expect(version()).toBe('v1');
  says('v2');
  await pass(minute);
  expect(version()).toBe('v2');
  says('v3');
  dispatchEvent(new Event('focus'));
  await pass(0);
  expect(version()).toBe('v3');

  last().serve('v4');
  await pass(0);
  const asked = fetched.mock.calls.length;
  for (let beat = 0; beat < 6; beat += 1) {
    last().beat();
    await pass(minute / 3);
  }
  expect([version(), fetched.mock.calls.length]).toEqual(['v4', asked]);
});

it('doesn’t poll while hidden, and polls immediately once visible again', async () => {
  const sight = vi.spyOn(document, 'visibilityState', 'get');
  const show = (state: DocumentVisibilityState) => {
    sight.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  };
  last().fail(true);
  await pass(0);
  show('hidden');
  says('v2');
  await pass(10 * minute);
  expect(version()).toBe('v1');
  show('visible');
  await pass(0);
  expect(version()).toBe('v2');
});

it('reports when polling fails too, until it succeeds', async () => {
  last().fail(true);
  await pass(0);
  expect(note()).toBeUndefined();
  fetched.mockImplementation(() => Promise.resolve(Response.json({}, { status: 429 })));
  await pass(minute + 10_000);
  expect(note()).toBe('The app can’t check for updates right now, so this may not be the latest guidance.');
  says('v1');
  await pass(minute);
  expect(note()).toBeUndefined();
});

it('doesn’t poll after it’s stopped', async () => {
  last().fail(true);
  await pass(0);
  act(() => screen.getByRole('button').click());
  const asked = fetched.mock.calls.length;
  dispatchEvent(new Event('focus'));
  await pass(10 * minute);
  expect(fetched.mock.calls.length).toBe(asked);
});
