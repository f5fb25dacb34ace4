/**
 * URLs used to contain the search text (`q`), and bookmarks still do. It's removed before the app, its history, or a
 * sign-in sees it, and is put in the next search field. This module is imported before any router exists.
 */
import { beforeMoves } from '../ui';
import { changeContact } from './contact';

const isWords = (part: string) => new URLSearchParams(part).has('q');

/** Removes the search text from this page's URL, if there is any. */
export function takeWords(): void {
  const parts = location.search.slice(1).split('&');
  if (!parts.some(isWords)) return;
  const rest = parts.filter((part) => !isWords(part)).join('&');
  changeContact({ offered: new URLSearchParams(location.search).get('q') ?? '' });
  history.replaceState(history.state, '', location.pathname + (rest && `?${rest}`) + location.hash);
}

takeWords();
// A history entry may be older than this build of the app.
beforeMoves(takeWords);
