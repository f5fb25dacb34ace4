// Runs before the app's own code has loaded. It's a separate file because the page's content security policy allows no
// inline scripts.
{
  // The development sign-in code, from the URL that `callguide serve` printed. It's removed from the URL before
  // anything else so that it never enters the history. The engine exchanges it for a cookie. Opening such a URL in a
  // tab where the app is already running loads no new page but fires an event; because this script listens first, the app
  // never sees the code.
  const takeCode = () => {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    // src/main.tsx waits for this so that the button finds the cookie. If it fails, the popup asks for the code.
    window.codeTaken = fetch('/auth/development', { method: 'POST', body: new URLSearchParams({ code }) }).catch(() => undefined);
  };
  takeCode();
  addEventListener('popstate', takeCode);
  addEventListener('hashchange', takeCode);

  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is blocked, so nothing is known.
      return null;
    }
  };

  // The theme chosen in this browser, if any. src/ui/theme.ts uses the same key.
  const theme = kept('callguide.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // A returning user sees the frame's bar right away. src/app/SessionGate.tsx uses the same key.
  const signedIn = kept('callguide.signed-in');
  document.documentElement.toggleAttribute('data-frame', signedIn === 'yes');

  // Creating the first date formatter takes tens of milliseconds, so it's done here, while the app is still loading.
  if (signedIn === null ? location.pathname !== '/' : signedIn === 'yes') setTimeout(() => new Intl.DateTimeFormat('en-US'));

  // If the app's code can't be loaded, only this script is left to say so. It may fail before the page has been read.
  const tell = () => {
    document.getElementById('unloaded').hidden = false;
  };
  const failed = ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell);
    else tell();
  };
  addEventListener('error', failed, true);
}
