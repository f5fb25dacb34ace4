import { beforeEach, expect, it, vi } from 'vitest';
import { isMissingChunk, reloadOnce } from './ErrorBoundary';

const answers = (make: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(make);
const pageOf = (build: string) => {
  document.head.innerHTML = `<script type="module" src="/assets/index-${build}.js"></script>`;
};

beforeEach(() => {
  sessionStorage.clear();
  pageOf('one');
});

it('reloads the page once per build', async () => {
  answers(() => Promise.resolve(new Response('')));
  const reload = vi.fn();
  expect(await reloadOnce(reload)).toBe(true);
  expect(await reloadOnce(reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  pageOf('two');
  expect(await reloadOnce(reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('doesn’t reload if the reload would fail, and may still do so later', async () => {
  const reload = vi.fn();
  answers(() => Promise.reject(new TypeError('offline')));
  expect(await reloadOnce(reload)).toBe(false);
  answers(() => Promise.resolve(new Response('', { status: 502 })));
  expect(await reloadOnce(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  answers(() => Promise.resolve(new Response('')));
  expect(await reloadOnce(reload)).toBe(true);
});

it('doesn’t reload if the browser can’t store anything, because it would never stop', async () => {
  answers(() => Promise.resolve(new Response('')));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const reload = vi.fn();
  expect(await reloadOnce(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('recognizes each browser’s message for missing code', () => {
  for (const words of ['Failed to fetch dynamically imported module: https://a/b.js', 'error loading dynamically imported module: https://a/b.js', 'Importing a module script failed.', 'Unable to preload CSS for /assets/a.css']) {
    expect(isMissingChunk(new TypeError(words))).toBe(true);
  }
  expect(isMissingChunk(new Error('x is not a function'))).toBe(false);
});
