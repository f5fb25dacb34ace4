/**
 * Signing out, also where the engine can't be told. That a sign-out is due is kept in the browser before it is sent, and
 * until the engine has heard it every tab shows the login screen and sends it before anything else: the cookie is still there.
 */
import { inBrowser } from '../store';

const key = 'callguide.sign-out-due';

/** A sign-out waits for no answer longer than this. */
const patience = 10_000;
/** The one who signs out sees the login screen after so long at the latest. */
const seen = 2000;
/** So long until it is tried again by itself. */
const again = 5000;

/** Where the browser keeps nothing: in this page alone. */
let here = false;
let sending: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether there is a sign-out of which the engine hasn't heard. */
export function isSignOutDue(): boolean {
  return here || inBrowser.read(key) !== undefined;
}

function setDue(due: boolean): void {
  here = due;
  // The engine, which would name what to ask for ahead of the app's code, names nothing while this is there.
  document.cookie = `callguide_sign_out_due=1; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}${due ? '' : '; max-age=0'}`;
  inBrowser.keep(key, due ? 'yes' : undefined);
}

/** Tells the engine of a sign-out that is due, and says whether none is any more. Never throws. */
export function signOutHeard(): Promise<boolean> {
  if (!isSignOutDue()) return Promise.resolve(true);
  sending ??= send().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function send(): Promise<boolean> {
  clearTimeout(timer);
  try {
    // The one call that doesn't go through `client`, whose calls wait for this one. It outlives the page.
    const { ok, status } = await fetch('/auth/logout', { method: 'POST', keepalive: true, signal: AbortSignal.timeout(patience) });
    if (ok || (status < 500 && status !== 429)) {
      setDue(false);
      return true;
    }
    console.error('Sign-out failed', status);
  } catch (error) {
    console.error('Sign-out failed', error);
  }
  timer = setTimeout(() => void signOutHeard(), again);
  return false;
}

/** Ends the session. What the engine can't be told now is logged alone (spec §8), and sent again until it has heard it. */
export async function logout(): Promise<void> {
  setDue(true);
  await Promise.race([signOutHeard(), new Promise((done) => setTimeout(done, seen))]);
}

/** Calls `onSignOut` when another tab of this browser signs out; gives what ends that. */
export function onSignOutElsewhere(onSignOut: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== key) return;
    // What this page remembers of its own is over when another tab was heard.
    here = event.newValue !== null;
    if (here) onSignOut();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
