/** Who is kept out, who is signed in, and ending sessions. Nothing of it is kept after the page. */
import { queryOptions } from '@tanstack/react-query';
import { currentList, tag, type AllowList } from './allowList';
import { answer, client, Problem } from './client';

/** So often a change is made anew because another came between. */
const tries = 5;

/** Those who are kept out, sorted. */
export const blockedEmails = queryOptions({
  queryKey: ['blocked-emails'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/blocked-emails', { signal }))).emails,
  staleTime: 0,
  gcTime: 0,
});

/** Who is signed in: a line for each session, sorted by address. */
export const openSessions = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/sessions', { signal }))).sessions,
  staleTime: 0,
  gcTime: 0,
});

/** Keeps one address out. */
export function block(email: string): Promise<void> {
  return changeBlocked((emails) => [...emails.filter((one) => one !== email), email]);
}

/** Keeps one address out no longer. */
export function unblock(email: string): Promise<void> {
  return changeBlocked((emails) => emails.filter((one) => one !== email));
}

/** Makes `change` of whatever is there: what others changed meanwhile stays. */
async function changeBlocked(change: (emails: readonly string[]) => string[]): Promise<void> {
  const { data, response } = await client.GET('/api/blocked-emails');
  let now: AllowList = { emails: data?.emails ?? [], etag: tag(response) };
  for (let left = tries; ; left -= 1) {
    try {
      await client.PUT('/api/blocked-emails', { body: { emails: change(now.emails) }, headers: { 'If-Match': now.etag } });
      return;
    } catch (error) {
      const current = currentList(error);
      if (current === undefined || left === 0) throw error;
      now = current;
    }
  }
}

/** Ends every session of one address. */
export async function endSessions(email: string): Promise<void> {
  await client.DELETE('/api/sessions', { params: { query: { email } } });
}

/** Ends every session of whoever asks. */
export async function logoutEverywhere(): Promise<void> {
  try {
    await client.POST('/auth/logout-everywhere');
  } catch (error) {
    // Out already: that is what was wanted.
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
}
