/** What an address has to be (spec §5), and addresses out of what people paste. Pure; the engine looks again, and more closely. */

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

export interface Pasted {
  /** Not on the list yet. */
  fresh: string[];
  /** On the list already. */
  known: string[];
  /** What is no address, as it stands there. */
  invalid: string[];
}

/** Sorts what `text` holds, in its order, each once: one a line, commas, `Name <a@b.org>`. */
export function readPasted(text: string, list: { has: (email: string) => boolean }): Pasted {
  // A name in quotes may hold anything, a comma above all.
  const found = new Set(text.replace(/"[^"\n\r]*"/gu, ' ').split(/[\n\r;]+/u).flatMap(readLine));
  const pasted: Pasted = { fresh: [], known: [], invalid: [] };
  for (const piece of found) {
    const kind = !isEmail(piece) ? 'invalid' : list.has(piece) ? 'known' : 'fresh';
    pasted[kind].push(piece);
  }
  return pasted;
}

/** Whether `text` is more than one address, to be looked at before it is taken. */
export function isMany(text: string): boolean {
  return /[\n\r,;<]/u.test(text.trim()) || text.split('@').length > 2;
}

function readLine(line: string): string[] {
  const pieces = line.split(',').map((piece) => piece.trim());
  return pieces.flatMap((piece, index) => {
    if (piece === '') return [];
    const bracketed = [...piece.matchAll(/<([^<>]*)>/gu)].map((hit) => normal(hit[1] ?? ''));
    if (bracketed.length > 0) return bracketed;
    const words = piece.split(/\s+/u);
    const addresses = words.filter((word) => word.includes('@')).map(normal);
    if (addresses.length === words.length) return addresses;
    // `Doe, Ann <ann@a.example>`: the family name before the comma.
    if (addresses.length === 0 && pieces[index + 1]?.includes('<') === true) return [];
    return [piece];
  });
}
