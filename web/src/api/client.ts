/** The one place that calls the engine. Answers are typed by the generated schema; failures are `Problem`s. */
import createClient, { type Middleware } from 'openapi-fetch';
import { createStore } from '../store';
import { Problem } from './problem';
import { isNobody, noteAnswer, noteFailure } from './reach';
import type { paths } from './schema';
import { signOutHeard } from './signOut';

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
