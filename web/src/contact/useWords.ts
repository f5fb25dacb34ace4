import { useCallback, useLayoutEffect } from 'react';
import { useEntryKey } from './navigation';
import { beginWords, keepWords, useAllWords } from './words';

/** What is typed into the search at this place of the browser's history, also after a reload and after Back; and how it changes. */
export function useWords(): [string, (text: string) => void] {
  const { key, fresh } = useEntryKey();
  const all = useAllWords();
  useLayoutEffect(() => {
    if (fresh) beginWords(key);
  }, [key, fresh]);
  return [all.get(key) ?? '', useCallback((text: string) => keepWords(key, text), [key])];
}
