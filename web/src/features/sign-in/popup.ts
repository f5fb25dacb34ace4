/**
 * Signing in through a popup. The popup reports over a same-origin channel named after the attempt. It may have lost
 * its opener, in which case `closed` may read true while it's still open, so the app relies on neither.
 */

export type Outcome = { ok: true } | { ok: false; error: string };

export interface Attempt {
  /** Whether the popup opened; false if the browser blocked it. */
  opened: boolean;
  /**
   * Goes to the start of the sign-in: in the popup, or else in the whole window, which returns to this URL afterward.
   */
  go: () => void;
  /** Stops listening for an outcome. */
  stop: () => void;
}

/** Returns the URL where a sign-in begins. `back` is the URL where a sign-in in the whole window ends. */
export function startAddress(start: string, attempt: string, mode: 'popup' | 'window', back: string): string {
  const [path = '', query = ''] = start.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('attempt', attempt);
  parameters.set('mode', mode);
  parameters.set('return', back);
  return `${path}?${parameters}`;
}

function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== 'object' || value === null || !('ok' in value)) return false;
  return value.ok === true || (value.ok === false && 'error' in value && typeof value.error === 'string');
}

/** Opens the popup synchronously, as browsers require in a click handler; navigating it can wait. */
export function begin(start: string, onOutcome: (outcome: Outcome) => void): Attempt {
  // An unguessable name. The app is served only from secure origins.
  const attempt = crypto.randomUUID();
  const back = location.pathname + location.search;
  const channel = new BroadcastChannel(`callguide-sign-in-${attempt}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isOutcome(data)) onOutcome(data);
  };
  const popup = window.open('about:blank', `callguide-sign-in-${attempt}`, 'popup,width=500,height=680');
  if (popup === null) channel.close();
  return {
    opened: popup !== null,
    go: () => (popup ?? window).location.assign(startAddress(start, attempt, popup === null ? 'window' : 'popup', back)),
    stop: () => {
      channel.close();
      popup?.close();
    },
  };
}
