// What is done before the app's own code is here. A file of its own, since the policy of the page allows no script inside it.
{
  // The development sign-in's code, in the address that `callguide serve` printed: taken out of it before anything else,
  // so that no history has it. The engine answers with a cookie that stands for it. An address that is opened where the app
  // already is brings no new page but an event; heard here first, the app never sees the code.
  const takeCode = () => {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    // src/main.tsx waits for it, so that the button finds the cookie there. Where it fails the popup asks for the code.
    window.codeTaken = fetch('/auth/development', { method: 'POST', body: new URLSearchParams({ code }) }).catch(() => undefined);
  };
  takeCode();
  addEventListener('popstate', takeCode);
  addEventListener('hashchange', takeCode);

  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is refused: nothing is known.
      return null;
    }
  };

  // The theme that was chosen in this browser, if one was. src/ui/theme.ts knows the same key.
  const theme = kept('callguide.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  // Who was signed in last time sees the bar of the frame at once. src/app/hint.ts knows the same key.
  const signedIn = kept('callguide.signed-in');
  document.documentElement.toggleAttribute('data-frame', signedIn === 'yes');

  // A page's first clock takes tens of milliseconds to make. Nobody waits for it while the app is still on its way.
  if (signedIn === null ? location.pathname !== '/' : signedIn === 'yes') setTimeout(() => new Intl.DateTimeFormat('en-US'));
}
