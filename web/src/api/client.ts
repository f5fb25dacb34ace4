/** The one place that calls the engine. Answers are typed by the generated schema; failures are `Problem`s. */
import createClient, { type Middleware } from 'openapi-fetch';
import { noteBuild } from './build';
import { Problem } from './problem';
import { isNobody, noteAnswer, noteFailure } from './reach';
import type { paths } from './schema';
import { signOutHeard } from './signOut';

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
