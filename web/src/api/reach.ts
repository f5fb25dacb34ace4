/**
 * Whether the engine can be reached when the network seems to be up. One failed call means little: the engine counts as
 * unavailable only if no call has been answered for a while and the app's own probe fails too. The first response to
 * any request ends that state.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** How long to wait for another response after a failure before probing, in ms. */
const patience = 2500;
/** The timeout of a probe, in ms. */
const bound = 8000;
/** The shortest and longest delays between probes while the engine is unavailable. */
const soonest = 2000;
const latest = 10_000;

const away = createStore(false);
/** The next scheduled probe: the first one after a failure, or the next one while the engine is unavailable. */
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Whether a call's status means that no engine answered it; 0 means that there was no response at all. */
export function isNobody(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

/** Call this when any response arrives. */
export function noteAnswer(): void {
  clearTimeout(timer);
  timer = undefined;
  failures = 0;
  away.set(false);
}

/** Call this when there was no response, or when the event stream has gone silent. */
export function noteFailure(): void {
  timer ??= setTimeout(() => void look(), patience);
}

/** Applies what another tab of this browser found out. */
export function hearReach(isAway: boolean): void {
  if (!isAway) noteAnswer();
  else if (!away.get()) {
    away.set(true);
    again();
  }
}

/** Returns whether the engine is unavailable. */
export const isAway = away.get;
export const useIsAway = away.use;

function onLine(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/**
 * Whether the network or the engine is down. The line under the header treats both the same, because they're the same
 * to the reader.
 */
export function useIsDown(): boolean {
  const online = useSyncExternalStore(onLine, () => navigator.onLine);
  return useIsAway() || !online;
}

/** Calls `listener` on every change and returns a function that unsubscribes it. */
export const onReach = away.subscribe;

function again(): void {
  clearTimeout(timer);
  const wait = Math.min(soonest * 2 ** failures, latest);
  failures += 1;
  // Randomized so that browsers don't all probe at once after a restart.
  timer = setTimeout(() => void look(), wait * (0.75 + Math.random() / 2));
}

/** Requests a public resource. Bypasses `client`, whose calls may be waiting for a sign-out. */
async function look(): Promise<void> {
  const own = timer;
  const reached = await fetch('/api/site', { cache: 'no-store', signal: AbortSignal.timeout(bound) }).then(
    ({ status }) => !isNobody(status),
    () => false,
  );
  // A response arrived in the meantime.
  if (timer !== own) return;
  if (reached) {
    noteAnswer();
    return;
  }
  away.set(true);
  again();
}
