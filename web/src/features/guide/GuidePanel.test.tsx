import { QueryClientProvider, onlineManager } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../api/queries';
import type { Content, Guide } from '../../api/types';
import { SignedProvider } from '../../contact/screen';
import { GuidePanel } from './GuidePanel';

const own: Guide = { id: 'own', title: 'Own guide', src: '/guides/own' };
const outer: Guide = { id: 'outer', title: 'Their guide', src: 'https://guides.example.org/x' };
const page = '<!doctype html><style>p{margin:0}</style><p>Step one</p>';
const user = { email: 'ann@a.example', display_name: null, first_name: null, photo_url: null };
const line = { online: true };
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  line.online = true;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => line.online);
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response(page, { headers: { 'content-type': 'text/html' } }));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const go = (online: boolean) =>
  act(() => {
    line.online = online;
    onlineManager.setOnline(online);
    dispatchEvent(new Event(online ? 'online' : 'offline'));
  });

function show(guide: Guide, queries = makeQueryClient()) {
  const content = { version: 'v1' } as Content;
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <SignedProvider value={{ user, isAdmin: false, content, way: { state: 'current' }, signOut: async () => undefined }}>
          <GuidePanel guide={guide} />
        </SignedProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return queries;
}
const frame = () => screen.queryByTitle<HTMLIFrameElement>(/guide/);
const link = () => screen.getByRole('link', { name: /Open in new tab/ }).getAttribute('href');

it('gives the frame a page that the app holds', async () => {
  show(own);
  await waitFor(() => expect(frame()?.getAttribute('srcdoc')).toBe(page));
  expect(frame()?.hasAttribute('src')).toBe(false);
  expect(link()).toBe('/guides/own');
  // The app reads the frame's document to measure it; scripts, which could affect the app, don't run inside it.
  expect(frame()?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-scripts');
});

it('needs no connection once it’s loaded', async () => {
  const queries = show(own);
  await waitFor(() => expect(frame()).not.toBeNull());
  go(false);
  fetched.mockRejectedValue(new TypeError('away'));
  const before = fetched.mock.calls.length;
  document.body.replaceChildren();
  show(own, queries);
  expect(frame()?.getAttribute('srcdoc')).toBe(page);
  expect(fetched).toHaveBeenCalledTimes(before);
});

it('leaves it to the line under the header to report a lost connection, and continues automatically once it’s back', async () => {
  go(false);
  show(own);
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(link()).toBe('/guides/own');
  go(true);
  await waitFor(() => expect(frame()?.getAttribute('srcdoc')).toBe(page));
});

it('can be retried by hand', async () => {
  fetched.mockImplementation(async () => Response.json({ error: 'No guide has this ID.', code: 'not_found' }, { status: 404 }));
  show(own);
  expect((await screen.findByRole('alert')).textContent).toBe('No guide has this ID.');
  fetched.mockImplementation(async () => new Response(page));
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(frame()?.getAttribute('srcdoc')).toBe(page));
});

it('an external page: shows a placeholder until the page has loaded', () => {
  show(outer);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  expect(frame()?.getAttribute('src')).toBe(outer.src);
  expect(frame()?.getAttribute('sandbox')).not.toMatch(/top-navigation|modals/);
  fireEvent.load(frame() as HTMLIFrameElement);
  expect(screen.queryByRole('status')).toBeNull();
  expect(frame()?.getAttribute('src')).toBe(outer.src);
  // If the connection is lost later, the page stays.
  go(false);
  expect(frame()).not.toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

it('an external page that never loads is given up after a while, with a way to continue', () => {
  vi.useFakeTimers();
  show(outer);
  act(() => void vi.advanceTimersByTime(14_999));
  expect(frame()).not.toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(frame()).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('didn’t load');
  expect(link()).toBe(outer.src);
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(frame()).not.toBeNull();
});

it('an external page: the browser’s own error page isn’t shown when offline', () => {
  show(outer);
  line.online = false;
  fireEvent.load(frame() as HTMLIFrameElement);
  expect(frame()).toBeNull();
  expect(screen.getByRole('alert')).toBeTruthy();
  go(true);
  expect(frame()).not.toBeNull();
  fireEvent.load(frame() as HTMLIFrameElement);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('an external page isn’t requested when offline', () => {
  line.online = false;
  show(outer);
  expect(frame()).toBeNull();
  expect(screen.getByRole('alert')).toBeTruthy();
});
