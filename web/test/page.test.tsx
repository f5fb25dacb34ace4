/** What the page itself brings, before any code of the app: `index.html` and `public/first.js`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mark } from '../src/app/Mark';
import { hintSignedIn } from '../src/app/hint';
import { setTheme } from '../src/ui';

const web = resolve(import.meta.dirname, '..');
const page = new DOMParser().parseFromString(readFileSync(resolve(web, 'index.html'), 'utf8'), 'text/html');
const first = new Function(readFileSync(resolve(web, 'public/first.js'), 'utf8'));
const root = document.documentElement;

describe('the bar', () => {
  const bar = page.querySelector('#bar');

  it('shows the product’s mark, as the header does', () => {
    const paths = (from: ParentNode | null) => [...(from?.querySelectorAll('svg, path') ?? [])].map((path) => ['viewBox', 'width', 'd', 'fill', 'stroke', 'stroke-width'].map((name) => path.getAttribute(name)));
    expect(paths(bar)).toEqual(paths(render(<Mark />).container));
  });

  it('says nothing: staff’s words come from content', () => {
    expect(bar?.textContent?.trim()).toBe('');
    expect(bar?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('before the app', () => {
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

  /** What is on the page after a reload. */
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

  it('puts on the theme that was chosen', () => {
    setTheme('dark');
    expect(reload().theme).toBe('dark');
    setTheme('system');
    expect(reload().theme).toBeUndefined();
  });

  it('shows the bar to who was signed in, not to who was not or is not known', () => {
    expect(reload().bar).toBe(false);
    hintSignedIn(true);
    expect(reload().bar).toBe(true);
    hintSignedIn(false);
    expect(root.hasAttribute('data-frame')).toBe(false);
    expect(reload().bar).toBe(false);
  });

  it('makes a clock while nobody waits for it, for who may need one', () => {
    expect(reload()).toMatchObject({ early: 0, clocks: 1 });
    history.replaceState(null, '', '/');
    expect(reload().clocks).toBe(0);
    hintSignedIn(true);
    expect(reload().clocks).toBe(1);
    hintSignedIn(false);
    expect(reload().clocks).toBe(0);
  });

  it('goes on where the browser keeps nothing', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(reload()).toMatchObject({ theme: undefined, bar: false });
  });
});
