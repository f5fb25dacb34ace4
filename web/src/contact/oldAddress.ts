/**
 * Addresses used to carry what was typed into the search (`q`), and bookmarks still do. It is taken out before the app, its
 * history or a sign-in sees it, and goes into the next search field. Imported before there is a router.
 */
import { beforeMoves } from '../ui';
import { changeContact } from './contact';

const isWords = (part: string) => new URLSearchParams(part).has('q');

/** Takes the words out of this page's address, where it has any. */
export function takeWords(): void {
  const parts = location.search.slice(1).split('&');
  if (!parts.some(isWords)) return;
  const rest = parts.filter((part) => !isWords(part)).join('&');
  changeContact({ offered: new URLSearchParams(location.search).get('q') ?? '' });
  history.replaceState(history.state, '', location.pathname + (rest && `?${rest}`) + location.hash);
}

takeWords();
// An entry of the history may be older than this build of the app.
beforeMoves(takeWords);
