import { useCallback } from 'react';
import { useEntryKey } from './navigation';
import { beginWords, keepWords, useAllWords } from './words';

/** What is typed into the search at this place of the browser's history, also after a reload and after Back; and how it changes. */
export function useWords(): [string, (text: string) => void] {
  const key = useEntryKey(beginWords);
  const all = useAllWords();
  const keep = useCallback((text: string) => key !== undefined && keepWords(key, text), [key]);
  return [(key !== undefined && all.get(key)) || '', keep];
}
