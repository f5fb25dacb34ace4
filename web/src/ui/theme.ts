/** Light, dark, or as the system has it: chosen once per browser. `public/first.js` puts it on before the first paint. */
import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const key = 'callguide.theme';
let theme: Theme = read();
const listeners = new Set<() => void>();

function read(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function show(next: Theme): void {
  theme = next;
  const { dataset } = document.documentElement;
  if (next === 'system') delete dataset.theme;
  else dataset.theme = next;
  for (const listener of listeners) listener();
}

export function setTheme(next: Theme): void {
  show(next);
  try {
    if (next === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, next);
  } catch {
    // Refused: it holds for the page.
  }
}

function subscribe(listener: () => void): () => void {
  // Chosen in another tab.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) show(read());
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => theme);
}
