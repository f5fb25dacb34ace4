/** What the screens ask the engine for, as hooks. Content never goes stale by itself: a version is immutable. */
import { MutationCache, QueryCache, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answer, client } from './client';
import { Problem } from './problem';
import type { Content, Session } from './types';

export const signedOut: Session = { user: null, is_admin: false };

export function makeQueryClient(): QueryClient {
  // Only a definite 401 ends the session here; the login screen then stands at the same address.
  const onError = (error: Error) => {
    if (!(error instanceof Problem)) return;
    // An admin no more: the session knows.
    if (error.status === 403) void queries.invalidateQueries(session);
    if (error.status !== 401) return;
    if (queries.getQueryData(session.queryKey)?.user) queries.setQueryData(sessionEnded.queryKey, true);
    queries.setQueryData(session.queryKey, signedOut);
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
  queryFn: ({ signal }) => answer(client.GET('/api/session', { signal })),
  // Signed out, or another person, in another tab: seen when this one is looked at again.
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** Whether the session ended by itself, so that the login screen can say so. */
export const sessionEnded = queryOptions({ queryKey: ['session-ended'], queryFn: () => false, initialData: false });

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
        if (version !== undefined && error instanceof Problem && error.status === 410) return queries.ensureQueryData(content());
        throw error;
      }
    },
  });
}

/** The tree of one state; `version` is the one the contact began with. A 410 is the caller's to show. */
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

export const useSession = () => useQuery(session);
export const usePublicSite = () => useQuery(publicSite);

/** Ends the session on the server. Never throws: signing out must always lead to the login screen. */
export async function logout(): Promise<void> {
  await client.POST('/auth/logout').catch((error: unknown) => console.error('Sign-out failed', error));
}
