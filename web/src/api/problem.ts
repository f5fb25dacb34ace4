import type { FetchStatus, UseQueryResult } from '@tanstack/react-query';
import { isNobody, useIsDown } from './reach';
import type { components } from './schema';

type Body = components['schemas']['Problem'];

/** A call that failed: the engine's own sentence and code, or what the network did (`status` 0, `code` "unreachable"). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** The engine's own sentence, where it sent one. */
  readonly said: string | undefined;

  constructor(status: number, body: Partial<Body> | undefined) {
    super(body?.error ?? (isNobody(status) ? 'The server can’t be reached.' : `The server answered ${status}.`));
    this.name = 'Problem';
    this.status = status;
    this.code = body?.code ?? (status === 0 ? 'unreachable' : 'unknown');
    this.details = body?.details;
    this.said = body?.error;
  }

  /** Whether the same call may well succeed in a moment. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The network isn't there. */
export const unreachable = new Problem(0, undefined);

/** Why a query has no answer, if it failed. Without a connection it waits, and goes out by itself once there is one. */
export function failure({ error, fetchStatus }: { error: Error | null; fetchStatus: FetchStatus }): Error | null {
  return fetchStatus === 'paused' ? unreachable : error;
}

/** The engine's sentence where there is one, else a plain one. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/** The sentence about `error`, for the place of what it kept away: empty while the line under the header says that nothing can be reached. */
export function useReason(error: Error | null): string {
  const down = useIsDown();
  if (error === null || (down && error instanceof Problem && isNobody(error.status) && error.said === undefined)) return '';
  return sentence(error);
}

/** What `LoadState` shows of a query. */
export function useWait(asked: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>) {
  const error = failure(asked);
  const reason = useReason(error);
  return { problem: error === null ? undefined : reason, trying: asked.isFetching, onRetry: () => void asked.refetch() };
}
