/**
 * One stream for all tabs of a browser. Whoever has the lock holds the stream and tells the others; when that tab closes
 * the lock goes to the next. Where a browser lacks the means, each tab has a stream of its own.
 */
import { hearReach, isAway, noteAnswer, noteFailure, onReach } from '../reach';
import { follow, type Listener } from './stream';

const name = 'callguide.events';
/** A tab that holds the stream is heard at least every minute; one that the browser has frozen isn't, and loses the lock. */
export const frozen = 120_000;

/** What tabs tell one another: what is served, whether they hear of changes, whether the engine is away, that the stream lives, or the question about all that. */
type Message = { version?: string; listening?: boolean; away?: boolean } | 'what?';

const noteReach = (reached: boolean) => (reached ? noteAnswer : noteFailure)();

/** Begins to listen; gives what ends it, at once and for good. */
export function listen(listener: Listener): () => void {
  if (!('EventSource' in globalThis)) {
    listener.onListening(false);
    return () => undefined;
  }
  // Locks are there in secure contexts only.
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

  /** While this tab has the lock: until the promise resolves. */
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
  /** Taken by another tab. */
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
