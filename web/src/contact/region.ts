/** Which regions a helpline has, whether a contact begins with the choice of one, and which is meant by what is typed. Pure. */
import type { Content, NotServed, State } from '../api/types';
import type { Contact } from '../paths';

/** Code of what stands for everyone in a helpline without regions; the engine lets no region have it. */
const everyone = 'all';

/** Whether `state` is a region, and not what stands for everyone. */
export function isRegion({ code }: Pick<State, 'code'>): boolean {
  return code !== everyone;
}

/** What a contact is about where no region is asked for: the only one, or everyone. */
export function unasked({ states }: Pick<Content, 'states'>): State | undefined {
  return states.length === 1 ? states[0] : undefined;
}

/** The region of the contact, where there is one: the only one, or the one that the address names. */
export function contactState(content: Pick<Content, 'states'>, contact: Contact): State | undefined {
  const { state: code } = contact;
  const state = code === undefined ? unasked(content) : content.states.find((one) => one.code === code);
  return state && isRegion(state) ? state : undefined;
}

type Named = Pick<State, 'code' | 'name'>;

/**
 * What is meant by what was typed at a closed list of regions: the one whose code it is, else the one whose name it is, else the first
 * whose name begins so. A code may be the beginning of another's name: whoever means that one types on. A place of `notServed` is meant
 * by its name, or by the beginning of it where no region's name begins so. One letter again and again goes through the names that begin
 * with it, from `current` on, as the browser's own lists do.
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
