/** Which region is meant by what was typed at a closed list of them, or which place that isn't one. Pure. */
import type { NotServed, State } from '../api/types';

type Named = Pick<State, 'code' | 'name'>;

/**
 * The region whose code was typed, else the one whose name was, else the first whose name begins so. A code may be the beginning
 * of another's name: whoever means that one types on. A place of `notServed` is meant by its name, or by the beginning of it where
 * no region's name begins so. One letter again and again goes through the names that begin with it, from `current` on, as the
 * browser's own lists do.
 */
export function typeAhead<S extends Named>(typed: string, states: readonly S[], current?: string, notServed: readonly NotServed[] = []): S | NotServed | undefined {
  const wanted = folded(typed);
  if (wanted === '') return undefined;
  const isPlace = (fits: (name: string) => boolean) => notServed.find(({ names }) => names.some((name) => fits(folded(name))));
  return (
    states.find(({ code }) => folded(code) === wanted) ??
    states.find(({ name }) => folded(name) === wanted) ??
    isPlace((name) => name === wanted) ??
    states.find(({ name }) => folded(name).startsWith(wanted)) ??
    isPlace((name) => name.startsWith(wanted)) ??
    afterCurrent(wanted, states, current)
  );
}

function afterCurrent<S extends Named>(wanted: string, states: readonly S[], current: string | undefined): S | undefined {
  const [letter = ''] = wanted;
  if ([...wanted].some((other) => other !== letter)) return undefined;
  const all = states.filter(({ name }) => folded(name).startsWith(letter));
  return all[(all.findIndex(({ code }) => code === current) + 1) % all.length];
}

/** Without case, accents, periods, commas and double spaces. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/[\p{M}.,]/gu, '').replace(/\s+/g, ' ').trimStart().toLowerCase();
}
