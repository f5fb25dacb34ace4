import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session, signedOut } from '../../api/queries';
import { startAddress } from './popup';
import { useSignIn } from './useSignIn';

const method = { kind: 'oidc', start: '/auth/start', people: [] } as const;
const user = { email: 'ann@a.example', display_name: 'Ann', first_name: 'Ann', photo_url: null };
const popup = { close: vi.fn(), location: { assign: vi.fn() } };
let open: ReturnType<typeof vi.spyOn>;
let answer: unknown;
let queries: QueryClient;

beforeEach(() => {
  answer = signedOut;
  popup.close.mockClear();
  popup.location.assign.mockClear();
  open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(answer));
  queries = new QueryClient();
  queries.setQueryData(session.queryKey, signedOut);
});
afterEach(() => vi.useRealTimers());

const mount = () =>
  renderHook(() => useSignIn('Sign-in failed'), {
    wrapper: ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  }).result;

const tell = (data: unknown) => {
  const channel = new BroadcastChannel(String(open.mock.calls[0]?.[1]));
  channel.postMessage(data);
  channel.close();
};

it('opens the popup within the click, and navigates it once the engine has responded', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  expect(open).toHaveBeenCalledOnce();
  expect(open.mock.calls[0]?.[0]).toBe('about:blank');
  await waitFor(() => expect(popup.location.assign).toHaveBeenCalledOnce());
  const asked = new URL(String(popup.location.assign.mock.calls[0]?.[0]), location.href).searchParams;
  expect(`callguide-sign-in-${asked.get('attempt')}`).toBe(open.mock.calls[0]?.[1]);
  expect(asked.get('mode')).toBe('popup');
  expect(asked.get('return')).toBe(location.pathname + location.search);
  expect(signIn.current.busy).toBe(true);
});

it('closes the popup and says why if the engine can’t be reached or never responds', async () => {
  const signIn = mount();
  const gone = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('long', 'TimeoutError')));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
    (request as Request).signal.throwIfAborted();
    return Response.json(answer);
  });
  act(() => signIn.current.start({ ...method, people: [] }));
  await waitFor(() => expect(signIn.current).toMatchObject({ busy: false, error: 'The server can’t be reached.' }));
  expect(popup.close).toHaveBeenCalledOnce();
  gone.mockRestore();
  act(() => signIn.current.start({ ...method, people: [] }));
  await waitFor(() => expect(popup.location.assign).toHaveBeenCalledOnce());
  expect(signIn.current).toMatchObject({ busy: true, error: undefined });
});

it('doesn’t continue after it was canceled', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  act(() => signIn.current.cancel());
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalled());
  await act(() => new Promise((done) => setTimeout(done)));
  expect(popup.location.assign).not.toHaveBeenCalled();
});

it('trusts the session, not the popup', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  tell({ ok: true });
  await waitFor(() => expect(signIn.current).toMatchObject({ busy: false, error: 'Sign-in failed' }));

  answer = { user, is_admin: false };
  open.mockClear();
  act(() => signIn.current.start({ ...method, people: [] }));
  tell({ ok: true });
  await waitFor(() => expect(queries.getQueryData(session.queryKey)?.user?.email).toBe(user.email));
});

it('shows why it was refused, and is no longer busy', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  tell({ ok: false, error: 'Access denied.' });
  await waitFor(() => expect(signIn.current).toMatchObject({ busy: false, error: 'Access denied.' }));
});

it('falls back to a generic message', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  tell({ ok: false, error: '' });
  await waitFor(() => expect(signIn.current.error).toBe('Sign-in failed'));
});

it('checks the session when the page regains the focus', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  answer = { user, is_admin: false };
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(signIn.current.busy).toBe(false));
  expect(signIn.current.error).toBeUndefined();
});

it('ends at the next focus if the popup was closed and nobody is signed in', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(signIn.current.busy).toBe(false));
  expect(signIn.current.error).toBeUndefined();
  // Someone who only glanced at the page can continue in the popup, which is still open and connected.
  expect(popup.close).not.toHaveBeenCalled();
  answer = { user, is_admin: false };
  tell({ ok: true });
  await waitFor(() => expect(queries.getQueryData(session.queryKey)?.user?.email).toBe(user.email));
});

it('checks again at every focus until someone is signed in', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(signIn.current.busy).toBe(false));
  answer = { user, is_admin: false };
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(queries.getQueryData(session.queryKey)?.user?.email).toBe(user.email));
});

it('also ends at the next focus if nothing responds, and says so', async () => {
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away'));
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(signIn.current).toMatchObject({ busy: false, error: 'The server can’t be reached.' }));
});

it('stays busy at a focus while the whole window is navigating', async () => {
  open.mockReturnValue(null);
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  const fetched = vi.mocked(globalThis.fetch).mock.calls.length;
  act(() => void dispatchEvent(new Event('focus')));
  expect(signIn.current.busy).toBe(true);
  expect(vi.mocked(globalThis.fetch).mock.calls.length).toBe(fetched);
});

it('never checks whether the popup is closed', async () => {
  const closed = vi.fn(() => false);
  open.mockReturnValue(Object.defineProperty({ ...popup }, 'closed', { get: closed }) as unknown as Window);
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  act(() => void dispatchEvent(new Event('focus')));
  await waitFor(() => expect(signIn.current.busy).toBe(false));
  expect(closed).not.toHaveBeenCalled();
});

it('can be canceled, and gives up after a while', () => {
  vi.useFakeTimers();
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  act(() => signIn.current.cancel());
  expect(signIn.current).toMatchObject({ busy: false, error: undefined });
  expect(popup.close).toHaveBeenCalled();

  act(() => signIn.current.start({ ...method, people: [] }));
  act(() => vi.advanceTimersByTime(5 * 60_000));
  expect(signIn.current).toMatchObject({ busy: false, error: 'Sign-in failed' });
});

it('shows an error from the whole window once', () => {
  sessionStorage.setItem('callguide-sign-in-error', 'Access denied.');
  expect(mount().current).toMatchObject({ busy: false, error: 'Access denied.' });
  expect(mount().current.error).toBeUndefined();
});

it('isn’t busy when the browser restores the page', () => {
  open.mockReturnValue(null);
  const signIn = mount();
  act(() => signIn.current.start({ ...method, people: [] }));
  expect(signIn.current.busy).toBe(true);
  act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect(signIn.current.busy).toBe(false);
});

it('keeps the query of the start URL', () =>
  expect(startAddress('/auth/start?provider=x', 'A', 'window', '/walk?state=XY&answers=B.yes')).toBe(
    '/auth/start?provider=x&attempt=A&mode=window&return=%2Fwalk%3Fstate%3DXY%26answers%3DB.yes',
  ));
