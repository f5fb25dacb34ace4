import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeWords } from './oldAddress';
import { current } from './contact';
import { beginWords, forgetWords } from './words';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  forgetWords();
  history.replaceState(null, '', '/');
});

/** Returns the initial text of the next search field. */
function next(): string | undefined {
  beginWords('next');
  return current().words.get('next');
}

it.each([
  ['/phone?step=look-up&q=maria+lost%20it&category=A,B', '/phone?step=look-up&category=A,B'],
  ['/phone?q=maria+lost%20it', '/phone'],
  ['/phone?%71=maria+lost%20it&step=a#b', '/phone?step=a#b'],
])('removes the search text from %s', (old, now) => {
  history.replaceState({ idx: 3 }, '', old);
  const entries = history.length;
  takeWords();
  expect(location.pathname + location.search + location.hash).toBe(now);
  expect(history.state).toEqual({ idx: 3 });
  expect(history.length).toBe(entries);
  expect(next()).toBe('maria lost it');
});

it('also does so when the browser goes back to an old entry', () => {
  history.replaceState(null, '', '/phone?q=maria');
  dispatchEvent(new PopStateEvent('popstate'));
  expect(location.search).toBe('');
});

it('leaves other URLs unchanged', () => {
  history.replaceState(null, '', '/walk?state=XY&answers=B.yes,C.no&qq=1');
  takeWords();
  expect(location.search).toBe('?state=XY&answers=B.yes,C.no&qq=1');
  expect(next()).toBeUndefined();
});
