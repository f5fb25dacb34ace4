/** The screens' requests to the engine, as hooks. Content never goes stale, because a version is immutable. */
import { MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, client, Problem } from './client';
import { faqEntries } from './faq';
import { signOutHeard } from './signOut';
import type { Changes, Content, Guide, Session } from './types';

export const signedOut: Session = { user: null, is_admin: false };

export function makeQueryClient(): QueryClient {
  // Only a definite 401 ends the session here. The login screen then appears at the same URL.
  const onError = (error: Error) => {
    if (!(error instanceof Problem)) return;
    // The user is no longer an admin; the refreshed session shows it.
    if (error.status === 403) void queries.invalidateQueries(session);
    if (error.status === 401) endSession(queries);
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: Infinity,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 3 && error instanceof Problem && error.passing,
        retryDelay: (count) => Math.min(500 * 2 ** count, 4000),
      },
    },
  });
  return queries;
}

export const publicSite = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => answer(client.GET('/api/site', { signal })),
});

export const session = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    // After a sign-out, show the login screen even if the engine hasn't received the sign-out yet.
    if (!(await signOutHeard())) return signedOut;
    return answer(client.GET('/api/session', { signal }));
  },
  // If another tab signed out or signed in as someone else, this tab finds out when it regains focus.
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** Whether the session expired, so that the login screen can say so. */
export const sessionEnded = queryOptions({ queryKey: ['session-ended'], queryFn: () => false, initialData: false });

/** Marks the session as over. The login screen appears at the same URL and says so. */
export function endSession(queries: QueryClient): void {
  if (queries.getQueryData(session.queryKey)?.user) queries.setQueryData(sessionEnded.queryKey, true);
  queries.setQueryData(session.queryKey, signedOut);
}

/** In the keys below, means "the version served now". No version in a URL can have this value. */
const served = null;

/**
 * Returns the query for the content of `version`, or of the version served now if `version` is omitted or gone (410).
 */
export function content(version?: string) {
  return queryOptions({
    queryKey: ['content', version ?? served],
    queryFn: async ({ client: queries, signal }): Promise<Content> => {
      const current = queries.getQueryData<Content>(['content', served]);
      if (version !== undefined && current?.version === version) return current;
      try {
        return await answer(client.GET('/api/content', { params: { query: version === undefined ? {} : { version } }, signal }));
      } catch (error) {
        // The cached current content may be just as old.
        if (version !== undefined && error instanceof Problem && error.status === 410) return answer(client.GET('/api/content', { signal }));
        throw error;
      }
    },
  });
}

/** For requests that nobody is waiting for: they're retried with growing delays until there's a response. */
export const patient = {
  retry: (_: number, error: Error) => error instanceof Problem && error.passing,
  retryDelay: (count: number) => Math.min(1000 * 2 ** count, 30_000) * (0.5 + Math.random()),
};

/**
 * The longest delay in milliseconds before a browser that heard of a new version requests it, so that not all browsers
 * request it at once.
 */
const spread = 1000;

/**
 * Returns the query for the content of `version` once it's served, or of a later version. It retries until there's a
 * response.
 */
export function newest(version: string) {
  return queryOptions({
    queryKey: ['content', 'newest', version],
    queryFn: async ({ signal }): Promise<Content> => {
      await new Promise((done) => setTimeout(done, Math.random() * spread));
      return answer(client.GET('/api/content', { signal }));
    },
    ...patient,
  });
}

/** Makes `next` the current content, and drops cached data from other versions that isn't on the screen. */
export function adopt(queries: QueryClient, next: Content): void {
  queries.setQueryData(content(next.version).queryKey, next);
  queries.setQueryData(content().queryKey, next);
  const kept = [content().queryKey, content(next.version).queryKey, faqEntries(next.version).queryKey].map((key) => JSON.stringify(key));
  queries.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) =>
      ['content', 'tree', 'trees', 'guide', 'faq'].includes(String(queryKey[0])) &&
      !kept.includes(JSON.stringify(queryKey)) &&
      !(queryKey[0] === 'tree' && queryKey[2] === next.version) &&
      !(['trees', 'guide'].includes(String(queryKey[0])) && queryKey[1] === next.version),
  });
}

/**
 * The served version. It normally comes from the event stream; if there's no stream, it's polled every minute while the
 * page is visible. The browser's cache almost always provides the response, after the engine confirms that it's still
 * valid.
 */
export const servedVersion = queryOptions({
  queryKey: ['served'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/content', { signal }))).version,
  staleTime: 0,
  // Randomized so that browsers that were refused at the same moment don't all retry at the same moment.
  refetchInterval: 55_000 + Math.random() * 10_000,
  refetchOnWindowFocus: 'always',
});

/**
 * Returns the query for the tree of one region; `version` is the one that the contact began with. The caller decides
 * how to handle a 410.
 */
export function tree(state: string, version?: string) {
  return queryOptions({
    queryKey: ['tree', state, version ?? served],
    queryFn: ({ signal }) =>
      answer(
        client.GET('/api/tree/{state}', {
          params: { path: { state }, query: version === undefined ? {} : { version } },
          signal,
        }),
      ),
  });
}

/**
 * Returns the query for the trees of every region in one response, so that a contact in another region can begin while
 * the connection is down. Each tree is put in the cache where the screens look for it. The result is the version that
 * the trees belong to.
 */
export function trees(version: string) {
  return queryOptions({
    queryKey: ['trees', version],
    queryFn: async ({ client: queries, signal }): Promise<string> => {
      const all = await answer(client.GET('/api/trees', { params: { query: { version } }, signal }));
      for (const [state, one] of Object.entries(all.trees)) {
        const { queryKey } = tree(state, all.version);
        // Already cached, and identical.
        if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, one);
      }
      return all.version;
    },
  });
}

/**
 * Whether the engine generates the guide's page, from steps in the content. Any other guide's page is embedded from its
 * own URL.
 */
export function isOurs({ src }: Pick<Guide, 'src'>): boolean {
  return src.startsWith('/') && !src.startsWith('//');
}

/**
 * Returns the HTML page of the guide `id`, fetched once per content version. The app passes the HTML to its frame,
 * which then works offline; a frame that loaded the page itself could get stuck on the browser's own error page.
 */
export function guidePage(version: string, id: string) {
  return queryOptions({
    queryKey: ['guide', version, id],
    queryFn: ({ signal }) => answer<string>(client.GET('/guides/{id}', { params: { path: { id } }, parseAs: 'text', signal })),
  });
}

/**
 * Prefetches what's needed to continue the current contact, or to begin another, while the connection is down: one
 * request at a time, the most urgent first, until `signal` aborts. It runs in the background, and nothing waits for it.
 * `only` is the region in a helpline that never asks for one: then there's no other tree to fetch. Cached data isn't
 * requested again.
 */
export async function fetchAhead(queries: QueryClient, { version, guides }: Pick<Content, 'version' | 'guides'>, only: string | undefined, signal: AbortSignal): Promise<void> {
  const steps = [
    () => queries.prefetchQuery(faqEntries(version)),
    ...guides.filter(isOurs).map(({ id }) => () => queries.prefetchQuery(guidePage(version, id))),
    () => (only === undefined ? queries.prefetchQuery(trees(version)) : queries.prefetchQuery(tree(only, version))),
  ];
  for (const step of steps) if (!signal.aborted) await step();
}

export const useSession = () => useQuery(session);
export const usePublicSite = () => useQuery(publicSite);

/**
 * Returns the query for the differences between `from` and `to`, the served version, that affect the region `state`, or
 * volunteers without a region.
 */
export function changes(from: string, to: string, state: string | undefined) {
  return queryOptions({
    queryKey: ['changes', from, to, state ?? null],
    queryFn: async ({ signal }): Promise<Changes> => {
      const found = await answer(client.GET('/api/changes', { params: { query: { from, state } }, signal }));
      // A still newer version is being served. The differences to that version are requested as soon as it arrives.
      if (found.version !== to) throw new Problem(0, { error: 'The guidance is being changed right now.', code: 'changing' });
      return found;
    },
    gcTime: 5 * 60_000,
  });
}

/** Whether all the text reads the same. */
export function isSame({ changes: found, paths }: Changes): boolean {
  return found.length === 0 && paths.length === 0;
}
