import { createStore, inBrowser } from '../store';

/** What this page has kept, by its key: where storage is refused it holds for the page. Another tab's change takes its place. */
const own = createStore<ReadonlyMap<string, string>>(new Map());

addEventListener('storage', ({ key }) => own.set(new Map([...own.get()].filter(([name]) => name !== key))));

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** A list of words kept in this browser under `key`, and what changes it. */
export function useStoredList(key: string): [readonly string[], (next: readonly string[]) => void] {
  const text = own.use().get(key) ?? inBrowser.read(key) ?? '[]';
  const set = (next: readonly string[]) => {
    const value = JSON.stringify(next);
    inBrowser.keep(key, value);
    own.set(new Map(own.get()).set(key, value));
  };
  return [parse(text), set];
}
