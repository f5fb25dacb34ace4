/** What the screens ask the engine for, as hooks. Content never goes stale by itself: a version is immutable. */
import { MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, client, Problem } from './client';
import { faqEntries } from './faq';
import { signOutHeard } from './signOut';
import type { Changes, Content, Guide, Session } from './types';

export const signedOut: Session = { user: null, is_admin: false };

export function makeQueryClient(): QueryClient {
  // Only a definite 401 ends the session here; the login screen then stands at the same address.
  const onError = (error: Error) => {
    if (!(error instanceof Problem)) return;
    // An admin no more: the session knows.
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
    // Who signed out sees the login screen, also where the engine hasn't heard of it yet.
    if (!(await signOutHeard())) return signedOut;
    return answer(client.GET('/api/session', { signal }));
  },
  // Signed out, or another person, in another tab: seen when this one is looked at again.
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** Whether the session ended by itself, so that the login screen can say so. */
export const sessionEnded = queryOptions({ queryKey: ['session-ended'], queryFn: () => false, initialData: false });

/** The session is over: the login screen stands at the same address, and says so. */
export function endSession(queries: QueryClient): void {
  if (queries.getQueryData(session.queryKey)?.user) queries.setQueryData(sessionEnded.queryKey, true);
  queries.setQueryData(session.queryKey, signedOut);
}

/** In the keys below: what is served now. A value that no version in an address can be. */
const served = null;

/** Content of `version`, or what is served now where it is left out or gone (410). */
export function content(version?: string) {
  return queryOptions({
    queryKey: ['content', version ?? served],
    queryFn: async ({ client: queries, signal }): Promise<Content> => {
      const current = queries.getQueryData<Content>(['content', served]);
      if (version !== undefined && current?.version === version) return current;
      try {
        return await answer(client.GET('/api/content', { params: { query: version === undefined ? {} : { version } }, signal }));
      } catch (error) {
        // What was served when this page began may be as old.
        if (version !== undefined && error instanceof Problem && error.status === 410) return answer(client.GET('/api/content', { signal }));
        throw error;
      }
    },
  });
}

/** For what nobody waits for: asked for until there is an answer, ever more rarely. */
export const patient = {
  retry: (_: number, error: Error) => error instanceof Problem && error.passing,
  retryDelay: (count: number) => Math.min(1000 * 2 ** count, 30_000) * (0.5 + Math.random()),
};

/** So many milliseconds at most until a browser that heard of another version asks for it: not all ask at once. */
const spread = 1000;

/** The content that is served once `version` is, or what came after it. Asks until there is an answer. */
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

/** From now on `next` is what is served now. What is kept of other versions and not shown is dropped. */
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
 * The version that is served. The stream of events tells it; while there is none it is asked for, every minute that the page is in
 * sight: almost always that's answered from the browser's cache, once the engine has said that it's still right.
 */
export const servedVersion = queryOptions({
  queryKey: ['served'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/content', { signal }))).version,
  staleTime: 0,
  // By chance: browsers that were refused together don't ask together.
  refetchInterval: 55_000 + Math.random() * 10_000,
  refetchOnWindowFocus: 'always',
});

/** The tree of one state; `version` is the one the contact began with. What a 410 comes to is the caller's to decide. */
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
 * The trees of every region, in one answer: so that a contact in another region can begin while the connection is down. Each is
 * put where the screens look for it; what it gives is the version that they are of.
 */
export function trees(version: string) {
  return queryOptions({
    queryKey: ['trees', version],
    queryFn: async ({ client: queries, signal }): Promise<string> => {
      const all = await answer(client.GET('/api/trees', { params: { query: { version } }, signal }));
      for (const [state, one] of Object.entries(all.trees)) {
        const { queryKey } = tree(state, all.version);
        // What is here already is the same.
        if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, one);
      }
      return all.version;
    },
  });
}

/** Whether the engine makes the guide's page, of steps that are content. Another's page is embedded from where it is. */
export function isOurs({ src }: Pick<Guide, 'src'>): boolean {
  return src.startsWith('/') && !src.startsWith('//');
}

/**
 * The page of the guide `id`, as HTML; asked for once for each content version. The app gives it to its frame, which then needs no
 * connection; a frame that loads by itself stays for ever at the browser's own page about the error.
 */
export function guidePage(version: string, id: string) {
  return queryOptions({
    queryKey: ['guide', version, id],
    queryFn: ({ signal }) => answer<string>(client.GET('/guides/{id}', { params: { path: { id } }, parseAs: 'text', signal })),
  });
}

/**
 * Fetches ahead of need what a contact can go on with, or another begin, while the connection is down: one after the other, what is
 * needed soonest first, until `signal` says that nobody wants it. Nobody waits for it, and it is in nobody's way. `only` is the region
 * that isn't asked for: then there is no other tree. What is here already isn't asked for again.
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

/** What differs for `state`, or for those who have none, between `from` and `to`, which is what is served. */
export function changes(from: string, to: string, state: string | undefined) {
  return queryOptions({
    queryKey: ['changes', from, to, state ?? null],
    queryFn: async ({ signal }): Promise<Changes> => {
      const found = await answer(client.GET('/api/changes', { params: { query: { from, state } }, signal }));
      // A still newer version is served: what differs from that one is asked for as soon as it is here.
      if (found.version !== to) throw new Problem(0, { error: 'The guidance is being changed right now.', code: 'changing' });
      return found;
    },
    gcTime: 5 * 60_000,
  });
}

/** Whether nothing reads differently. */
export function isSame({ changes: found, paths }: Changes): boolean {
  return found.length === 0 && paths.length === 0;
}
