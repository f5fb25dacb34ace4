// Before the first paint: the theme that was chosen in this browser, if one was. A file of its own, since the policy of the
// page allows no script inside it. src/ui/theme.ts knows the same key.
try {
  const theme = localStorage.getItem('callguide.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused: the system's theme it is.
}
