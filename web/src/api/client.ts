/** The one place that calls the engine. Answers are typed by the generated schema; failures are `Problem`s. */
import type { FetchStatus, UseQueryResult } from '@tanstack/react-query';
import createClient, { type Middleware } from 'openapi-fetch';
import { createStore } from '../store';
import { isNobody, noteAnswer, noteFailure, useIsDown } from './reach';
import type { components, paths } from './schema';
import { signOutHeard } from './signOut';

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

/** The engine's build that this page began with, and the one that the last answer named. Every answer names it. */
let own: string | undefined;
const served = createStore<string | undefined>(undefined);

/** Takes note of the build that an answer names. */
export function noteBuild(build: string | null): void {
  if (build === null) return;
  own ??= build;
  served.set(build);
}

/** True while the engine serves another build of this app than this page runs. */
export const useStaleBuild = (): boolean => served.use() !== own;

/** A sign-out of which the engine hasn't heard goes before all else; until then only the login screen's texts are asked for. */
const signOutFirst: Middleware = {
  async onRequest({ schemaPath }) {
    if (!(await signOutHeard()) && schemaPath !== '/api/site') throw new Problem(0, undefined);
  },
};

const failures: Middleware = {
  async onResponse({ response }) {
    noteBuild(response.headers.get('x-app-build'));
    (isNobody(response.status) ? noteFailure : noteAnswer)();
    if (response.ok) return undefined;
    const body: unknown = await response.clone().json().catch(() => undefined);
    throw new Problem(response.status, typeof body === 'object' && body !== null ? body : undefined);
  },
  onError({ error }) {
    if (error instanceof Problem || (error instanceof DOMException && error.name === 'AbortError')) return undefined;
    noteFailure();
    return new Problem(0, undefined);
  },
};

export const client = createClient<paths>({ baseUrl: globalThis.location?.origin, fetch: (request) => globalThis.fetch(request) });
client.use(signOutFirst, failures);

/** The data of a call that `failures` has already checked. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Problem(0, { error: 'The server sent an empty answer.', code: 'empty' });
  return data;
}
