/**
 * Whether the engine can be reached, where the network seems to be there. One call that fails says little: only when none has
 * been answered for a while, and a look of our own fails too, it is away. The first answer, to whatever was asked, ends it.
 */
import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** So long after a failure an answer may still come before anything is looked at, in ms. */
const patience = 2500;
/** A look waits no longer than this. */
const bound = 8000;
/** While it is away: the time until the next look, at first and at most. */
const soonest = 2000;
const latest = 10_000;

const away = createStore(false);
/** What comes next: a look after a failure, or the next one while it is away. */
let timer: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** Whether a call's status says that no engine was there to answer it; 0 where nothing was. */
export function isNobody(status: number): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

/** Something was answered. */
export function noteAnswer(): void {
  clearTimeout(timer);
  timer = undefined;
  failures = 0;
  away.set(false);
}

/** Nobody was there to answer, or the stream of events is silent. */
export function noteFailure(): void {
  timer ??= setTimeout(() => void look(), patience);
}

/** What another tab of this browser found out. */
export function hearReach(isAway: boolean): void {
  if (!isAway) noteAnswer();
  else if (!away.get()) {
    away.set(true);
    again();
  }
}

/** Whether the engine is away. */
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

/** Whether the network or the engine is away, which the line under the header says: to whoever reads it, it's the same. */
export function useIsDown(): boolean {
  const online = useSyncExternalStore(onLine, () => navigator.onLine);
  return useIsAway() || !online;
}

/** Calls `listener` with every change; gives what ends that. */
export const onReach = away.subscribe;

function again(): void {
  clearTimeout(timer);
  const wait = Math.min(soonest * 2 ** failures, latest);
  failures += 1;
  // By chance: after a restart browsers don't come all at once.
  timer = setTimeout(() => void look(), wait * (0.75 + Math.random() / 2));
}

/** Asks for what anyone may have. Past `client`, whose calls may wait for a sign-out. */
async function look(): Promise<void> {
  const own = timer;
  const reached = await fetch('/api/site', { cache: 'no-store', signal: AbortSignal.timeout(bound) }).then(
    ({ status }) => !isNobody(status),
    () => false,
  );
  // Answered meanwhile.
  if (timer !== own) return;
  if (reached) {
    noteAnswer();
    return;
  }
  away.set(true);
  again();
}
