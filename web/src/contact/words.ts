/**
 * What is typed into the FAQ search. It may be about a voter, so no address has it: the tab's session storage holds it
 * under a random key, and an entry of the browser's history holds that key alone. Gone with the contact and the session.
 */
import { createStore, keepInTab, readTab } from './store';

/** Words stand under this and their key. */
const prefix = 'callguide.words.';
/** Here stands the key of the words that were typed last. */
const lastKey = 'callguide.words';

const words = createStore<ReadonlyMap<string, string>>(kept());
let last = readTab(lastKey);
/** Came with an address, for the next search field. */
let offered: string | undefined;

function storedKeys(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function kept(): ReadonlyMap<string, string> {
  return new Map(storedKeys().map((name) => [name.slice(prefix.length), readTab(name) ?? '']));
}

/** All words of this tab, by key. */
export const useAllWords = words.use;

/** From now on `text` is what is typed under `key`. */
export function keepWords(key: string, text: string): void {
  const next = new Map(words.get());
  if (text === '') next.delete(key);
  else next.set(key, text);
  words.set(next);
  keepInTab(prefix + key, text || undefined);
  last = key;
  keepInTab(lastKey, key);
}

/**
 * The search appears at an entry of the history that had no key: `key` is its own from now on. Back there by another way, as after a
 * look at the support page, the contact goes on with the words that were typed last.
 */
export function beginWords(key: string): void {
  const text = offered ?? (last === undefined ? undefined : words.get().get(last));
  offered = undefined;
  if (text !== undefined && !words.get().has(key)) keepWords(key, text);
}

/** Words for the next search field that appears. */
export function offerWords(text: string): void {
  offered = text;
}

/** The contact is over, or the session is. */
export function forgetWords(): void {
  offered = undefined;
  last = undefined;
  keepInTab(lastKey, undefined);
  for (const name of storedKeys()) keepInTab(name, undefined);
  if (words.get().size > 0) words.set(new Map());
}

/** Holds what was typed; gives what brings it back, also under the keys that entries of the history hold. */
export function holdWords(): () => void {
  const [all, latest] = [words.get(), last];
  return () => {
    for (const [key, text] of all) keepWords(key, text);
    last = latest;
    keepInTab(lastKey, latest);
  };
}
