/**
 * Sign-in in a popup. The popup reports over a channel of this origin that is named by the attempt; it may have
 * lost its opener, and `closed` may then read true while it is open, so neither is ever asked.
 */

export type Outcome = { ok: true } | { ok: false; error: string };

export interface Attempt {
  /** The popup, or nothing where the browser blocked it. */
  opened: boolean;
  /** To where a sign-in begins: the popup, else the whole window, which comes back to this address. */
  go: () => void;
  /** Listens until it is told or stopped. */
  stop: () => void;
}

/** The address where a sign-in begins. `back` is where it ends in the whole window. */
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

/** Opens the popup at once, as the click that calls this allows; where it goes may wait. */
export function begin(start: string, onOutcome: (outcome: Outcome) => void): Attempt {
  // A name nobody can guess. The app is served on secure origins alone.
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
