/** What the page does before any app code runs: `index.html` and `public/first.js`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hintSignedIn } from '../src/app/SessionGate';
import { Mark, setTheme } from '../src/ui';

const web = resolve(import.meta.dirname, '..');
const page = new DOMParser().parseFromString(readFileSync(resolve(web, 'index.html'), 'utf8'), 'text/html');
const first = new Function(readFileSync(resolve(web, 'public/first.js'), 'utf8'));
const root = document.documentElement;

describe('the bar', () => {
  const bar = page.querySelector('#bar');

  it('shows the product’s logo, as the header does', () => {
    const paths = (from: ParentNode | null) => [...(from?.querySelectorAll('svg, path') ?? [])].map((path) => ['viewBox', 'width', 'd', 'fill', 'stroke', 'stroke-width'].map((name) => path.getAttribute(name)));
    expect(paths(bar)).toEqual(paths(render(<Mark />).container));
  });

  it('has no text, because staff’s text comes from content', () => {
    expect(bar?.textContent?.trim()).toBe('');
    expect(bar?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('before the app has loaded', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    history.replaceState(null, '', '/home');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    localStorage.clear();
    setTheme('system');
    root.removeAttribute('data-frame');
    history.replaceState(null, '', '/');
  });

  /** Renders the page as after a reload. */
  const reload = () => {
    delete root.dataset.theme;
    root.removeAttribute('data-frame');
    const clock = vi.spyOn(Intl, 'DateTimeFormat');
    first();
    const early = clock.mock.calls.length;
    vi.runAllTimers();
    const clocks = clock.mock.calls.length;
    clock.mockRestore();
    return { theme: root.dataset.theme, bar: root.hasAttribute('data-frame'), early, clocks };
  };

  it('applies the chosen theme', () => {
    setTheme('dark');
    expect(reload().theme).toBe('dark');
    setTheme('system');
    expect(reload().theme).toBeUndefined();
  });

  it('shows the bar to someone who was signed in, but not to someone who wasn’t or isn’t known', () => {
    expect(reload().bar).toBe(false);
    hintSignedIn(true);
    expect(reload().bar).toBe(true);
    hintSignedIn(false);
    expect(root.hasAttribute('data-frame')).toBe(false);
    expect(reload().bar).toBe(false);
  });

  it('creates a time formatter while nobody is waiting for it, for those who may need one', () => {
    expect(reload()).toMatchObject({ early: 0, clocks: 1 });
    history.replaceState(null, '', '/');
    expect(reload().clocks).toBe(0);
    hintSignedIn(true);
    expect(reload().clocks).toBe(1);
    hintSignedIn(false);
    expect(reload().clocks).toBe(0);
  });

  describe('the development sign-in’s code', () => {
    const answering = () => vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }));
    const sent = (fetched: ReturnType<typeof answering>) => fetched.mock.calls.map(([to, init]) => [to, init?.method, String(init?.body)]);

    it('is removed from the URL and posted, and no history entry contains it', () => {
      const fetched = answering();
      const entries = history.length;
      history.replaceState({ kept: true }, '', '/chat?state=XY#code=a%2Bb-c_d');
      first();
      expect(location.href).toBe(`${location.origin}/chat?state=XY`);
      expect(history.state).toEqual({ kept: true });
      expect(history.length).toBe(entries);
      expect(sent(fetched)).toEqual([['/auth/development', 'POST', 'code=a%2Bb-c_d']]);
    });

    it('also works if the app has already loaded', () => {
      const fetched = answering();
      first();
      expect(fetched).not.toHaveBeenCalled();
      history.replaceState(null, '', '/#code=12345678');
      dispatchEvent(new PopStateEvent('popstate'));
      dispatchEvent(new HashChangeEvent('hashchange'));
      expect(location.href).toBe(`${location.origin}/`);
      expect(sent(fetched)).toContainEqual(['/auth/development', 'POST', 'code=12345678']);
    });

    it('isn’t read from any other fragment', () => {
      const fetched = vi.spyOn(globalThis, 'fetch');
      history.replaceState(null, '', '/#main');
      first();
      expect(location.hash).toBe('#main');
      expect(fetched).not.toHaveBeenCalled();
    });

    it('may be refused', async () => {
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away'));
      history.replaceState(null, '', '/#code=12345678');
      first();
      await expect((window as { codeTaken?: Promise<unknown> }).codeTaken).resolves.toBeUndefined();
    });
  });

  it('works if the browser can’t store anything', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(reload()).toMatchObject({ theme: undefined, bar: false });
  });
});
