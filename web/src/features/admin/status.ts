/**
 * The wording of the content's status and of the list of signed-in people. Pure, so that it can be tested without a page.
 */
import type { Attempt, ContentStatus, Finding, OpenSession } from '../../api/types';
import { plural } from '../../ui/words';

/** Formats counts like `callguide lint`: `2 errors, 1 warning`. */
export function count(errors: number, warnings: number): string {
  const told = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean);
  return told.length === 0 ? 'no findings' : told.join(', ');
}

/** Puts errors before warnings, otherwise in lint's order. */
export function ordered(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => (severity === 'error' ? 0 : 1);
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

/** Formats a finding's location the way lint and editors do. */
export function place({ file, line, column }: { file: string; line: number; column: number }): string {
  return `${file}:${String(line)}:${String(column)}`;
}

/** The overall status in one word; it determines the tone. */
export type Standing = 'live' | 'refused' | 'fallback';

export function standing({ source, last_attempt }: Pick<ContentStatus, 'source'> & { last_attempt: Pick<Attempt, 'ok'> }): Standing {
  if (source !== 'content') return 'fallback';
  return last_attempt.ok ? 'live' : 'refused';
}

/** Says how the content in the folder relates to what is served: the same, or why not. */
export function inFolder({ version, last_attempt: { version: held, ok, problem } }: Pick<ContentStatus, 'version'> & { last_attempt: Pick<Attempt, 'version' | 'ok' | 'problem'> }): string {
  if (problem) return 'unknown: the folder couldn’t be checked';
  if (held == null) return ok ? 'unknown' : 'unknown: one of its files can’t be read';
  if (held === version) return 'the same version, so it’s live';
  return ok ? 'on its way' : 'refused, so it isn’t live';
}

/**
 * Returns what to announce to screen readers when the status changes while the page is open; `undefined` if nothing
 * changed.
 */
export function news(before: ContentStatus, now: ContentStatus): string | undefined {
  const { last_attempt: attempt } = now;
  const anew = attempt.at !== before.last_attempt.at;
  if (now.fetch_problem && !before.fetch_problem) return `The guidance can’t be fetched: ${now.fetch_problem}.`;
  if (anew && !attempt.ok) return `The last edit to the guidance was refused: ${attempt.problem ?? count(attempt.errors, attempt.warnings)}.`;
  // The files haven't changed, but a scheduled date was reached.
  if (now.version !== before.version && now.loaded_at === before.loaded_at) return 'A scheduled change to the guidance took effect.';
  if (now.version !== before.version) return 'An edit to the guidance is live.';
  if (attempt.ok && !before.last_attempt.ok) return 'The problem with the guidance is fixed.';
  return undefined;
}

export function size(bytes: number): string {
  const mib = bytes / (1 << 20);
  if (mib < 0.95) return `${String(Math.ceil(bytes / 1024))} KB`;
  return mib >= 10 ? `${Math.round(mib)} MB` : `${mib.toFixed(1)} MB`;
}

export function ago(seconds: number): string {
  if (seconds < 90) return 'just now';
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${String(minutes)} minutes ago` : `${String(Math.round(minutes / 60))} hours ago`;
}

export function moment(at: string): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
}

export interface PersonSignedIn {
  email: string;
  name: string | undefined;
  /** At least one, newest first. */
  sessions: readonly OpenSession[];
}

/** Groups the sessions by person, in the order of the addresses. */
export function byPerson(sessions: readonly OpenSession[]): PersonSignedIn[] {
  const people = new Map<string, OpenSession[]>();
  for (const session of sessions) people.set(session.email, [...(people.get(session.email) ?? []), session]);
  return [...people].map(([email, own]) => ({ email, name: own.find(({ display_name }) => display_name)?.display_name ?? undefined, sessions: own }));
}

/** Says when a session began and how long ago it was last active, at `now` in milliseconds. */
export function used({ since, last_used }: OpenSession, now: number): string {
  const began = new Date(since).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return `since ${began}; last used ${ago((now - Date.parse(last_used)) / 1000)}`;
}
