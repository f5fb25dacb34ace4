/**
 * The engine's stream of events, for as long as it is wanted: opened again after every end, each time after a wait of its
 * own. The browser's own reconnection isn't used: it gives up for good where the answer is an error.
 */

const address = '/api/events';
/** The engine's heart beats every 15 s; after three beats missed the stream is taken for dead. */
export const silence = 45_000;

export interface Listener {
  /** Told what is served, at once and with every change; more than once perhaps. */
  onVersion: (version: string) => void;
  /** Whether it hears of changes: not where the engine answers with an error, nor where nothing comes for the second time. */
  onListening: (listening: boolean) => void;
}

interface Follower extends Listener {
  /** Told of every event, and of every end that wasn't an answer: whether the engine is there. */
  onReach: (reached: boolean) => void;
  /** A sign of life: of the stream, or of the next try. */
  onAlive: () => void;
}

/** Begins; gives what ends it. */
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
    // The first time it may be back at once: then not every browser asks.
    if (failures > 1) onListening(false);
  };
  const open = () => {
    close();
    // "online" opens it.
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

/** The version that an event names. */
function named(data: string): string | undefined {
  try {
    const { version } = JSON.parse(data) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** The longest wait, in seconds. */
const longest = 60;

/**
 * Milliseconds before try number `failures` + 1, of which `failures` failed in a row: between 1 and 5 s at first, twice
 * as much after each failure, at most a minute. `chance` is from 0 to 1: after a restart browsers don't come all at once.
 */
export function wait(failures: number, chance: number): number {
  const most = Math.min(5 * 2 ** Math.min(failures, 10), longest);
  const least = most / 5;
  return Math.round((least + (most - least) * chance) * 1000);
}
