/**
 * Shares one event stream among all tabs of a browser. The tab that holds the lock keeps the stream open and forwards
 * what it receives to the others; when that tab closes, the lock passes to the next one. In browsers without the needed
 * APIs, each tab opens its own stream.
 */
import { hearReach, isAway, noteAnswer, noteFailure, onReach } from '../reach';
import { follow, type Listener } from './stream';

const name = 'callguide.events';
/**
 * The tab that holds the stream sends a message at least once a minute. A tab frozen by the browser doesn't send one,
 * and loses the lock.
 */
export const frozen = 120_000;

/**
 * The messages between tabs: the served version, whether changes are being received, whether the engine is unavailable,
 * a sign of life, or a request for all of these.
 */
type Message = { version?: string; listening?: boolean; away?: boolean } | 'what?';

const noteReach = (reached: boolean) => (reached ? noteAnswer : noteFailure)();

/** Starts listening; returns a function that stops immediately and for good. */
export function listen(listener: Listener): () => void {
  if (!('EventSource' in globalThis)) {
    listener.onListening(false);
    return () => undefined;
  }
  // The Locks API exists only in secure contexts.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (locks === undefined || !('BroadcastChannel' in globalThis)) return follow({ ...listener, onReach: noteReach, onAlive: () => undefined });

  const channel = new BroadcastChannel(name);
  let known: string | undefined;
  let listening = true;
  let release: (() => void) | undefined;
  let waiting = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const say = (message: Message) => {
    if (!ended) channel.postMessage(message);
  };
  const learn = (version: string) => {
    known = version;
    listener.onVersion(version);
  };

  /** Holds the lock until the promise resolves. */
  const hold = () =>
    new Promise<void>((resolve) => {
      clearTimeout(timer);
      if (ended) {
        resolve();
        return;
      }
      const stop = follow({
        onVersion: (version) => {
          learn(version);
          say({ version });
        },
        onListening: (now) => {
          listening = now;
          listener.onListening(now);
          say({ listening });
        },
        onReach: noteReach,
        onAlive: () => say({}),
      });
      const unfollow = onReach(() => say({ away: isAway() }));
      release = () => {
        release = undefined;
        unfollow();
        stop();
        resolve();
      };
    });
  const queue = () => {
    waiting = new AbortController();
    const { signal } = waiting;
    watch();
    locks.request(name, { signal }, hold).catch(() => {
      if (!signal.aborted) lost();
    });
  };
  const take = () => {
    if (!navigator.onLine || document.visibilityState === 'hidden') {
      watch();
      return;
    }
    waiting.abort();
    locks.request(name, { steal: true }, hold).catch(lost);
  };
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(take, frozen);
  };
  /** Called when another tab takes over the lock. */
  const lost = () => {
    if (release === undefined || ended) return;
    release();
    queue();
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'what?') {
      if (release !== undefined) say({ ...(known !== undefined && { version: known }), listening, away: isAway() });
      return;
    }
    if (release !== undefined) return;
    watch();
    if (data.version !== undefined) learn(data.version);
    if (data.listening !== undefined) listener.onListening(data.listening);
    if (data.away !== undefined) hearReach(data.away);
  };
  queue();
  say('what?');

  return () => {
    ended = true;
    clearTimeout(timer);
    waiting.abort();
    release?.();
    channel.close();
  };
}
