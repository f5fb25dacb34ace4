import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from './client';
import { isSignOutDue, logout, onSignOutElsewhere, signOutHeard } from './signOut';

const asked: string[] = [];
let away = true;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  asked.length = 0;
  away = true;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', (to: string | Request) => {
    const path = typeof to === 'string' ? to : new URL(to.url).pathname;
    asked.push(path);
    if (away) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(path === '/auth/logout' ? new Response(null, { status: 204 }) : Response.json({ user: null, is_admin: false }));
  });
});
afterEach(async () => {
  away = false;
  await signOutHeard();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a sign-out', () => {
  it('is complete once the engine has received it', async () => {
    away = false;
    await logout();
    expect(isSignOutDue()).toBe(false);
    expect(asked).toEqual(['/auth/logout']);
  });

  it('is only logged if it wasn’t received, stays pending, and is retried automatically', async () => {
    await logout();
    expect(console.error).toHaveBeenCalledOnce();
    expect(isSignOutDue()).toBe(true);
    expect(localStorage.length).toBe(1);
    expect(document.cookie).toContain('callguide_sign_out_due');
    away = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(isSignOutDue()).toBe(false);
    expect(document.cookie).toBe('');
    expect(asked).toEqual(['/auth/logout', '/auth/logout']);
  });

  it('precedes every other call, and until then allows only what the login screen needs', async () => {
    await logout();
    await expect(client.GET('/api/session')).rejects.toMatchObject({ status: 0 });
    expect(asked).toEqual(['/auth/logout', '/auth/logout']);
    away = false;
    asked.length = 0;
    await Promise.all([client.GET('/api/session'), client.GET('/api/site')]);
    expect(asked).toEqual(['/auth/logout', '/api/session', '/api/site']);
  });

  it.each([
    [503, true],
    [429, true],
    [403, false],
  ])('after a %i response, is still pending: %s', async (status, due) => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
    await logout();
    expect(isSignOutDue()).toBe(due);
  });

  it('in another tab is noticed', () => {
    const heard = vi.fn();
    const stop = onSignOutElsewhere(heard);
    dispatchEvent(new StorageEvent('storage', { key: 'callguide.sign-out-due', newValue: 'yes' }));
    expect(heard).toHaveBeenCalledOnce();
    dispatchEvent(new StorageEvent('storage', { key: 'callguide.sign-out-due', newValue: null }));
    dispatchEvent(new StorageEvent('storage', { key: 'callguide.theme', newValue: 'dark' }));
    stop();
    dispatchEvent(new StorageEvent('storage', { key: 'callguide.sign-out-due', newValue: 'yes' }));
    expect(heard).toHaveBeenCalledOnce();
    dispatchEvent(new StorageEvent('storage', { key: 'callguide.sign-out-due', newValue: null }));
    expect(isSignOutDue()).toBe(false);
  });
});
