/**
 * The engine's event stream, kept open for as long as it's needed. After each disconnect it's reopened after a delay
 * computed here. The browser's own reconnection isn't used because it gives up for good when the response is an error.
 */

const address = '/api/events';
/** The engine sends a heartbeat every 15 s. After three missed ones the stream is considered dead. */
export const silence = 45_000;

export interface Listener {
  /** Called with the served version right away and on every change; it may be called more than once per version. */
  onVersion: (version: string) => void;
  /**
   * Whether changes are being received. False when the engine responds with an error, or when connecting fails twice in a
   * row.
   */
  onListening: (listening: boolean) => void;
}

interface Follower extends Listener {
  /**
   * Reports whether the engine is reachable: called with true for every event, and with false for every disconnect that
   * wasn't an error response.
   */
  onReach: (reached: boolean) => void;
  /** Called on any sign of life: from the stream, or from a new connection attempt. */
  onAlive: () => void;
}

/** Opens the stream and returns a function that closes it. */
export function follow({ onVersion, onListening, onReach, onAlive }: Follower): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  const close = () => {
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };
  const again = () => {
    close();
    timer = setTimeout(open, wait(failures, Math.random()));
    failures += 1;
  };
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => lost(), silence);
    onAlive();
  };
  const lost = () => {
    again();
    onReach(false);
    // After a single failure the stream may be back right away, so browsers don't start polling yet.
    if (failures > 1) onListening(false);
  };
  const open = () => {
    close();
    // The "online" event reopens it.
    if (!navigator.onLine) return;
    const own = new EventSource(address);
    source = own;
    alive();
    own.addEventListener('heartbeat', () => {
      alive();
      onReach(true);
    });
    own.addEventListener('content', (event: MessageEvent<string>) => {
      failures = 0;
      alive();
      onReach(true);
      onListening(true);
      const version = named(event.data);
      if (version !== undefined) onVersion(version);
    });
    own.addEventListener('error', () => {
      const refused = own.readyState === EventSource.CLOSED;
      if (!refused) {
        lost();
        return;
      }
      again();
      onListening(false);
    });
  };
  const resume = () => {
    failures = 0;
    again();
  };

  addEventListener('online', resume);
  addEventListener('offline', close);
  open();
  return () => {
    removeEventListener('online', resume);
    removeEventListener('offline', close);
    close();
  };
}

/** Returns the version that an event names. */
function named(data: string): string | undefined {
  try {
    const { version } = JSON.parse(data) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** The longest delay, in seconds. */
const longest = 60;

/**
 * Returns the delay in milliseconds before the next attempt after `failures` failures in a row: 1 to 5 s at first,
 * doubling after each failure, at most a minute. `chance` is between 0 and 1 and keeps browsers from all reconnecting
 * at once after a restart.
 */
export function wait(failures: number, chance: number): number {
  const most = Math.min(5 * 2 ** Math.min(failures, 10), longest);
  const least = most / 5;
  return Math.round((least + (most - least) * chance) * 1000);
}
