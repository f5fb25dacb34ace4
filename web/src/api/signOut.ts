/**
 * Signing out, even when the engine can't be reached. The pending sign-out is recorded in the browser before it's sent.
 * Until the engine has received it, the cookie is still there, so every tab shows the login screen and sends the sign-out
 * before anything else.
 */
import { inBrowser } from '../store';

const key = 'callguide.sign-out-due';

/** The timeout of a sign-out request, in ms. */
const patience = 10_000;
/** The longest wait until the login screen appears, in ms. */
const seen = 2000;
/** The delay before the next automatic retry, in ms. */
const again = 5000;

/** The fallback if the browser can't store anything: it applies to this page only. */
let here = false;
let sending: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether there's a sign-out that the engine hasn't received yet. */
export function isSignOutDue(): boolean {
  return here || inBrowser.read(key) !== undefined;
}

function setDue(due: boolean): void {
  here = due;
  // This cookie keeps the engine from sending preload headers, whose requests would go out before the sign-out.
  document.cookie = `callguide_sign_out_due=1; path=/; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}${due ? '' : '; max-age=0'}`;
  inBrowser.keep(key, due ? 'yes' : undefined);
}

/** Sends a pending sign-out to the engine and returns whether none is pending afterward. Never throws. */
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
    // The only call that bypasses `client`, whose calls wait for this one. It continues even if the page is closed.
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

/**
 * Ends the session. If the engine can't be reached now, the failure is only logged (spec §8), and the request is retried
 * until it succeeds.
 */
export async function logout(): Promise<void> {
  setDue(true);
  await Promise.race([signOutHeard(), new Promise((done) => setTimeout(done, seen))]);
}

/** Calls `onSignOut` when another tab of this browser signs out; returns a function that unsubscribes it. */
export function onSignOutElsewhere(onSignOut: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== key) return;
    // A message from another tab overrides this page's own fallback.
    here = event.newValue !== null;
    if (here) onSignOut();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
