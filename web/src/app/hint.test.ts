import { beforeEach, expect, it, vi } from 'vitest';
import { hintSignedIn, isProbablySignedIn } from './SessionGate';

beforeEach(() => localStorage.clear());

it('knows what was so last time, and guesses by the address where nothing is known', () => {
  expect([isProbablySignedIn('/'), isProbablySignedIn('/home')]).toEqual([false, true]);
  hintSignedIn(true);
  expect(isProbablySignedIn('/')).toBe(true);
  hintSignedIn(false);
  expect(isProbablySignedIn('/home')).toBe(false);
});

it('guesses where the browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  expect(() => hintSignedIn(true)).not.toThrow();
  expect(isProbablySignedIn('/home')).toBe(true);
  vi.restoreAllMocks();
});
