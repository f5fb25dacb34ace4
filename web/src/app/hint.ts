/** Whether someone was signed in here last time: only a hint about what to fetch first. */
import { inBrowser } from '../store';

const key = 'callguide.signed-in';

/** Where nothing is known: who comes to a screen, and not to the front door, has been here before. */
export function isProbablySignedIn(pathname: string): boolean {
  const last = inBrowser.read(key);
  return last === undefined ? pathname !== '/' : last === 'yes';
}

/** Remembered for the next time; `public/first.js` reads it. The bar in `index.html` is for who is signed in. */
export function hintSignedIn(signedIn: boolean): void {
  document.documentElement.toggleAttribute('data-frame', signedIn);
  inBrowser.keep(key, signedIn ? 'yes' : 'no');
}
