import { beforeEach, expect, it, vi } from 'vitest';
import { hintSignedIn, isProbablySignedIn } from './SessionGate';

beforeEach(() => localStorage.clear());

it('remembers last time’s state, and guesses from the URL if there is none', () => {
  expect([isProbablySignedIn('/'), isProbablySignedIn('/home')]).toEqual([false, true]);
  hintSignedIn(true);
  expect(isProbablySignedIn('/')).toBe(true);
  hintSignedIn(false);
  expect(isProbablySignedIn('/home')).toBe(false);
});

it('guesses if the browser can’t store anything', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect(() => hintSignedIn(true)).not.toThrow();
  expect(isProbablySignedIn('/home')).toBe(true);
  vi.restoreAllMocks();
});
