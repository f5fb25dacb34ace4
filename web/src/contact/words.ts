/**
 * What is typed into the FAQ search. It may be about a voter, so no address has it: it's kept with the contact under a random key,
 * and an entry of the browser's history holds that key alone.
 */
import { useLayoutEffect } from 'react';
import { changeContact, current, none, useCurrent } from './contact';
import { useEntryKey } from './screen';

/** What is typed into the search at this place of the browser's history, also after a reload and after Back; how it changes; its key. */
export function useWords(): [string, (text: string) => void, string] {
  const { key, fresh } = useEntryKey();
  const words = useCurrent('words');
  useLayoutEffect(() => {
    if (fresh) beginWords(key);
  }, [key, fresh]);
  return [words.get(key) ?? '', (text) => keepWords(key, text), key];
}

/** From now on `text` is what is typed under `key`. */
export function keepWords(key: string, text: string): void {
  const words = new Map(current().words);
  if (text === '') words.delete(key);
  else words.set(key, text);
  changeContact({ words, lastKey: key });
}

/**
 * The search appears at an entry of the history that had no key: `key` is its own from now on. Back there by another way, as after a
 * look at the support page, the contact goes on with the words that were typed last.
 */
export function beginWords(key: string): void {
  const { words, lastKey, offered } = current();
  const text = offered ?? words.get(lastKey ?? '');
  if (offered !== undefined) changeContact({ offered: undefined });
  if (text !== undefined && !words.has(key)) keepWords(key, text);
}

/** The session is over, and what was typed with it. */
export function forgetWords(): void {
  const { words, lastKey, offered } = none;
  changeContact({ words, lastKey, offered });
}
