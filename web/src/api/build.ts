/**
 * Whether the engine serves another build of this app than the page began with. Every answer names the engine's build;
 * the first one that is heard is this page's own.
 */
import { useSyncExternalStore } from 'react';

let own: string | undefined;
let served: string | undefined;
const listeners = new Set<() => void>();

/** Takes note of the build that an answer names. */
export function noteBuild(build: string | null): void {
  if (build === null || build === served) return;
  own ??= build;
  served = build;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while what the engine serves isn't what this page runs. */
export function useStaleBuild(): boolean {
  return useSyncExternalStore(subscribe, () => own !== served);
}
