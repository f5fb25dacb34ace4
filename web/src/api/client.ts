/** The only module that calls the engine. Responses are typed by the generated schema; failures are `Problem`s. */
import type { FetchStatus, UseQueryResult } from '@tanstack/react-query';
import createClient, { type Middleware } from 'openapi-fetch';
import { createStore } from '../store';
import { isNobody, noteAnswer, noteFailure, useIsDown } from './reach';
import type { components, paths } from './schema';
import { signOutHeard } from './signOut';

type Body = components['schemas']['Problem'];

/** A failed call: the engine's own message and code, or a network failure (`status` 0, `code` "unreachable"). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  /** The engine's own message, if it sent one. */
  readonly said: string | undefined;

  constructor(status: number, body: Partial<Body> | undefined) {
    super(body?.error ?? (isNobody(status) ? 'The server can’t be reached.' : `The server responded with ${status}.`));
    this.name = 'Problem';
    this.status = status;
    this.code = body?.code ?? (status === 0 ? 'unreachable' : 'unknown');
    this.details = body?.details;
    this.said = body?.error;
  }

  /** Whether the same call is likely to succeed if it's retried in a moment. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The network is unavailable. */
export const unreachable = new Problem(0, undefined);

/**
 * Returns why a query has no result, if it failed. An offline query is paused and resumes automatically once there's a
 * connection.
 */
export function failure({ error, fetchStatus }: { error: Error | null; fetchStatus: FetchStatus }): Error | null {
  return fetchStatus === 'paused' ? unreachable : error;
}

/** Returns the engine's message if there is one, or else a generic one. */
export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}

/**
 * Returns the message for `error`, to show in place of the missing content. Empty while the line under the header
 * already says that there's no connection.
 */
export function useReason(error: Error | null): string {
  const down = useIsDown();
  if (error === null || (down && error instanceof Problem && isNobody(error.status) && error.said === undefined)) return '';
  return sentence(error);
}

/** Returns the props that `LoadState` needs for a query. */
export function useWait(asked: Pick<UseQueryResult, 'error' | 'fetchStatus' | 'isFetching' | 'refetch'>) {
  const error = failure(asked);
  const reason = useReason(error);
  return { problem: error === null ? undefined : reason, trying: asked.isFetching, onRetry: () => void asked.refetch() };
}

/**
 * The engine build that this page started with, and the build named by the latest response. Every response names its
 * build.
 */
let own: string | undefined;
const served = createStore<string | undefined>(undefined);

/** Records the build that a response names. */
export function noteBuild(build: string | null): void {
  if (build === null) return;
  own ??= build;
  served.set(build);
}

/** Whether the engine now serves a different build of this app than the one running in this page. */
export const useStaleBuild = (): boolean => served.use() !== own;

/**
 * A sign-out that the engine hasn't received yet is sent before any other request. Until then, only the login screen's
 * text is requested.
 */
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

/** Returns the data from a call whose failures the `failures` middleware has already handled. */
export async function answer<T>(call: Promise<{ data?: T }>): Promise<T> {
  const { data } = await call;
  if (data === undefined) throw new Problem(0, { error: 'The server’s response was empty.', code: 'empty' });
  return data;
}
