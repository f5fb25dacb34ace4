// What is done before the app's own code is here. A file of its own, since the policy of the page allows no script inside it.
{
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
