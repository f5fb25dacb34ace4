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

it('loads the page again once for a build, and again for the next', async () => {
  answers(() => Promise.resolve(new Response('')));
  const reload = vi.fn();
  expect(await reloadOnce(reload)).toBe(true);
  expect(await reloadOnce(reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  pageOf('two');
  expect(await reloadOnce(reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not where nothing would come back, and then still may', async () => {
  const reload = vi.fn();
  answers(() => Promise.reject(new TypeError('offline')));
  expect(await reloadOnce(reload)).toBe(false);
  answers(() => Promise.resolve(new Response('', { status: 502 })));
  expect(await reloadOnce(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  answers(() => Promise.resolve(new Response('')));
  expect(await reloadOnce(reload)).toBe(true);
});

it('does not where the browser keeps nothing: there would be no end to it', async () => {
  answers(() => Promise.resolve(new Response('')));
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const reload = vi.fn();
  expect(await reloadOnce(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

it('knows what each browser says of a part that is gone', () => {
  for (const words of ['Failed to fetch dynamically imported module: https://a/b.js', 'error loading dynamically imported module: https://a/b.js', 'Importing a module script failed.', 'Unable to preload CSS for /assets/a.css']) {
    expect(isMissingChunk(new TypeError(words))).toBe(true);
  }
  expect(isMissingChunk(new Error('x is not a function'))).toBe(false);
});
