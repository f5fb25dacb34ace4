/**
 * Who may sign in (spec §5, §7), who is an admin, who is blocked, and who is signed in. None of it is kept after the page
 * is closed.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client, Problem } from './client';

/** The allow-list as stored by the engine. */
export interface AllowList {
  /** Lowercase, sorted. */
  emails: readonly string[];
  /** Identifies this exact revision of the list. */
  etag: string;
}

export interface LoadedList extends AllowList {
  /** The admins' addresses; `undefined` if they couldn't be loaded. */
  admins: ReadonlySet<string> | undefined;
}

/**
 * Fetches the list. If that fails, falls back to the addresses of the collection itself (spec §7), and fails only if both
 * fail.
 */
export const allowList = queryOptions({
  queryKey: ['allow-list'],
  queryFn: async ({ signal }): Promise<LoadedList> => {
    const [list, documents] = await Promise.allSettled([
      client.GET('/api/allowed-emails', { signal }),
      client.GET('/api/allowed-emails/documents', { signal }),
    ]);
    const collection = documents.status === 'fulfilled' ? documents.value.data?.documents : undefined;
    const admins = collection && new Set(collection.filter(({ isAdmin, roles }) => isAdmin || roles.includes('admin')).map(({ id }) => id));
    if (list.status === 'fulfilled') return { ...taken(list.value.data?.emails, list.value.response), admins };
    if (documents.status === 'fulfilled') return { ...taken(collection?.map(({ id }) => id), documents.value.response), admins };
    throw list.reason;
  },
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

/** Saves the whole list if it's still at the revision `etag`. */
export async function saveList(emails: readonly string[], etag: string): Promise<AllowList> {
  const { data, response } = await client.PUT('/api/allowed-emails', {
    body: { emails: [...emails] },
    headers: { 'If-Match': etag },
  });
  return taken(data?.emails, response);
}

/** Grants or revokes the admin right and returns the list's new tag. */
export async function setAdmin(email: string, isAdmin: boolean, etag: string): Promise<string> {
  const { response } = await client.PUT('/api/allowed-emails/documents/{email}', {
    params: { path: { email } },
    body: { isAdmin },
    headers: { 'If-Match': etag },
  });
  return tag(response);
}

/** Returns the query for a page of the audit trail, newest first. */
export function audit(before: string | undefined) {
  return queryOptions({
    queryKey: ['allow-list-audit', before ?? null],
    queryFn: ({ signal }) => answer(client.GET('/api/allowed-emails/audit', { params: { query: before === undefined ? {} : { before } }, signal })),
    gcTime: 0,
  });
}

/** Returns the current list from a 412 response. */
export function currentList(error: unknown): AllowList | undefined {
  if (!(error instanceof Problem) || error.status !== 412) return undefined;
  const { emails, etag } = (error.details ?? {}) as { emails?: unknown; etag?: unknown };
  if (!Array.isArray(emails) || typeof etag !== 'string') return undefined;
  return { emails: emails.filter((email) => typeof email === 'string'), etag };
}

function taken(emails: readonly string[] | undefined, response: Response): AllowList {
  if (emails === undefined) throw new Problem(0, { error: 'The server’s response was empty.', code: 'empty' });
  return { emails, etag: tag(response) };
}

/**
 * Returns a list's tag. A compressing proxy makes the tag weak, which no precondition accepts; it's still the same
 * list, so the weakness prefix is dropped.
 */
export function tag(response: Response): string {
  const etag = response.headers.get('etag');
  if (etag === null) throw new Problem(0, { error: 'The server sent a list without its tag.', code: 'no_etag' });
  return etag.replace(/^W\//, '');
}

/** How many times a change is retried when another change is saved first. */
const tries = 5;

/** The blocked addresses, sorted. */
export const blockedEmails = queryOptions({
  queryKey: ['blocked-emails'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/blocked-emails', { signal }))).emails,
  staleTime: 0,
  gcTime: 0,
});

/** The open sessions, one entry per session, sorted by address. */
export const openSessions = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: async ({ signal }) => (await answer(client.GET('/api/sessions', { signal }))).sessions,
  staleTime: 0,
  gcTime: 0,
});

/** Blocks one address. */
export function block(email: string): Promise<void> {
  return changeBlocked((emails) => [...emails.filter((one) => one !== email), email]);
}

/** Unblocks one address. */
export function unblock(email: string): Promise<void> {
  return changeBlocked((emails) => emails.filter((one) => one !== email));
}

/** Applies `change` to the current list, so that other people's concurrent changes are kept. */
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

/** Ends every session of the caller. */
export async function logoutEverywhere(): Promise<void> {
  try {
    await client.POST('/auth/logout-everywhere');
  } catch (error) {
    // The caller is already signed out, which is the goal.
    if (!(error instanceof Problem) || error.status !== 401) throw error;
  }
}
