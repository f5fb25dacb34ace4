/** Whether somebody was signed in here last time: only a hint about what to fetch first. */
const key = 'callguide.signed-in';

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function hintSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Only a hint.
  }
}
