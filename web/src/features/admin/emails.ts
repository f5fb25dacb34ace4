/** What an address has to be (spec §5). Pure; the engine looks again, and more closely. */

export type Flaw = 'empty' | 'invalid' | 'duplicate';

/** Trimmed and lower-cased. */
export function normal(text: string): string {
  return text.trim().toLowerCase();
}

/** One `@` with something before it, and a domain with a dot; no spaces. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/** What keeps `text` off the list, if anything. */
export function flaw(text: string, others: { has: (email: string) => boolean }): Flaw | undefined {
  const email = normal(text);
  if (email === '') return 'empty';
  if (!isEmail(email)) return 'invalid';
  return others.has(email) ? 'duplicate' : undefined;
}
