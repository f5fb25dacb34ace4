/** The words of who is signed in: pure. */
import type { OpenSession } from '../../api/people';
import { ago } from './status';

export interface PersonSignedIn {
  email: string;
  name: string | undefined;
  /** At least one, the newest first. */
  sessions: readonly OpenSession[];
}

/** One line a person, in the order of the addresses. */
export function byPerson(sessions: readonly OpenSession[]): PersonSignedIn[] {
  const people = new Map<string, OpenSession[]>();
  for (const session of sessions) people.set(session.email, [...(people.get(session.email) ?? []), session]);
  return [...people].map(([email, own]) => ({ email, name: own.find(({ display_name }) => display_name)?.display_name ?? undefined, sessions: own }));
}

/** Since when a session is, and how long ago it was used, at `now` in milliseconds. */
export function used({ since, last_used }: OpenSession, now: number): string {
  const began = new Date(since).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return `since ${began}; last used ${ago((now - Date.parse(last_used)) / 1000)}`;
}
