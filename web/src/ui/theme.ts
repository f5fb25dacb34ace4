/** The light, dark, or system theme, chosen once per browser. `public/first.js` applies it before the first paint. */
import { createStore, inBrowser } from '../store';

export type Theme = 'system' | 'light' | 'dark';

const key = 'callguide.theme';
const theme = createStore<Theme>(kept(), (next) => {
  const { dataset } = document.documentElement;
  if (next === 'system') delete dataset.theme;
  else dataset.theme = next;
});

function kept(): Theme {
  const name = inBrowser.read(key);
  return name === 'light' || name === 'dark' ? name : 'system';
}

export function setTheme(next: Theme): void {
  theme.set(next);
  inBrowser.keep(key, next === 'system' ? undefined : next);
}

// The theme was chosen in another tab.
addEventListener('storage', (event) => {
  if (event.key === key || event.key === null) theme.set(kept());
});

export const useTheme = theme.use;
