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
  const attempt = newAttempt();
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

/** A name nobody can guess; `randomUUID` is there only on secure origins. */
function newAttempt(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
