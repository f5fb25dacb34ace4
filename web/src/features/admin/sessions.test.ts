import { describe, expect, it } from 'vitest';
import { byPerson, used } from './status';

const session = (email: string, display_name?: string) => ({ email, display_name: display_name ?? null, since: '2026-11-03T12:00:00Z', last_used: '2026-11-03T13:00:00Z' });

describe('the list of signed-in people', () => {
  it('has one line per person, with every session', () => {
    const people = byPerson([session('ann@example.org'), session('ann@example.org', 'Ann Lee'), session('bob@example.org')]);
    expect(people.map(({ email, name, sessions }) => [email, name, sessions.length])).toEqual([
      ['ann@example.org', 'Ann Lee', 2],
      ['bob@example.org', undefined, 1],
    ]);
    expect(byPerson([])).toEqual([]);
  });

  it('says how long ago a session was last active', () => {
    const now = Date.parse('2026-11-03T13:10:00Z');
    expect(used(session('a@b.org'), now)).toMatch(/^since Nov 3, 2026.*; last used 10 minutes ago$/u);
    // The local clock is behind the engine's.
    expect(used(session('a@b.org'), 0)).toContain('just now');
  });
});
