/**
 * The text typed into the FAQ search. It may be about a voter, so it's never in a URL: it's stored with the contact
 * under a random key, and a browser history entry contains only that key.
 */
import { useLayoutEffect } from 'react';
import { changeContact, current, none, useCurrent } from './contact';
import { useEntryKey } from './screen';

/**
 * Returns the search text for the current history entry (it survives a reload and Back), a function that changes it,
 * and its key.
 */
export function useWords(): [string, (text: string) => void, string] {
  const { key, fresh } = useEntryKey();
  const words = useCurrent('words');
  useLayoutEffect(() => {
    if (fresh) beginWords(key);
  }, [key, fresh]);
  return [words.get(key) ?? '', (text) => keepWords(key, text), key];
}

/** Stores `text` as the search text under `key`; empty text removes it. */
export function keepWords(key: string, text: string): void {
  const words = new Map(current().words);
  if (text === '') words.delete(key);
  else words.set(key, text);
  changeContact({ words, lastKey: key });
}

/**
 * Call this when the search appears at a history entry that had no key; `key` is the entry's own from now on. If the
 * volunteer returns by another route, for example from the support page, the contact continues with the text typed
 * last.
 */
export function beginWords(key: string): void {
  const { words, lastKey, offered } = current();
  const text = offered ?? words.get(lastKey ?? '');
  if (offered !== undefined) changeContact({ offered: undefined });
  if (text !== undefined && !words.has(key)) keepWords(key, text);
}

/** Call this when the session is over: discards everything that was typed. */
export function forgetWords(): void {
  const { words, lastKey, offered } = none;
  changeContact({ words, lastKey, offered });
}
