/**
 * The allow-list with what was changed on the page and not yet saved. Pure. Lists are sets of addresses: lower-cased,
 * each once, sorted.
 */
import type { AllowList } from '../../api/people';

export interface Draft {
  /** As it was loaded or last saved. */
  base: readonly string[];
  /** Names that state. */
  etag: string;
  /** As it shall be. */
  mine: readonly string[];
  /** Of addresses that were edited: what each was before. Only for showing. */
  was: Readonly<Record<string, string>>;
}

/** One line of the page. */
export interface Row {
  email: string;
  state: 'kept' | 'added' | 'removed';
  /** Before it was edited. */
  was?: string;
}

export function sorted(emails: Iterable<string>): string[] {
  return [...new Set(emails)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** What of `from` isn't in `list`. */
export function without(from: readonly string[], list: readonly string[]): string[] {
  const there = new Set(list);
  return from.filter((email) => !there.has(email));
}

/** `theirs` with what leads from `base` to `mine` applied on top: nothing that anyone did is lost. */
export function merge(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  return sorted([...without(theirs, without(base, mine)), ...without(mine, base)]);
}

export function opened({ emails, etag }: AllowList): Draft {
  const base = sorted(emails);
  return { base, etag, mine: base, was: {} };
}

/** The same changes on top of another state of the list. */
export function onto(draft: Draft, list: AllowList): Draft {
  const { base, etag } = opened(list);
  return { base, etag, mine: merge(draft.base, draft.mine, base), was: draft.was };
}

/** After `sent` was saved as `list`: what was changed meanwhile is still to be saved. */
export function afterSave(draft: Draft, sent: readonly string[], list: AllowList): Draft {
  return onto({ ...draft, base: sent, was: {} }, list);
}

export function add(draft: Draft, emails: readonly string[]): Draft {
  return { ...draft, mine: sorted([...draft.mine, ...emails]) };
}

export function remove(draft: Draft, email: string): Draft {
  return { ...draft, mine: without(draft.mine, [email]) };
}

export function edit(draft: Draft, from: string, to: string): Draft {
  if (from === to) return draft;
  // Edited twice, it was what it was at first; edited back, it is what it was.
  const origin = draft.was[from] ?? (draft.base.includes(from) ? from : undefined);
  const was = Object.fromEntries(Object.entries(draft.was).filter(([email]) => email !== from && email !== to));
  if (origin !== undefined && origin !== to) was[to] = origin;
  return { ...draft, mine: sorted([...without(draft.mine, [from]), to]), was };
}

/** Takes the change of one row back. */
export function undo(draft: Draft, { email, state, was }: Row): Draft {
  if (state === 'removed') return add(draft, [email]);
  const rest = remove(draft, email);
  return was === undefined ? rest : add(rest, [was]);
}

export function changes({ base, mine }: Draft): { added: string[]; removed: string[] } {
  return { added: without(mine, base), removed: without(base, mine) };
}

export function isDirty(draft: Draft): boolean {
  const { added, removed } = changes(draft);
  return added.length > 0 || removed.length > 0;
}

/** Every address that is or was there, in order; one that was edited stands once. */
export function rows(draft: Draft): Row[] {
  const { base, mine, was } = draft;
  const before = new Set(base);
  const now = new Set(mine);
  // Shown as "was" only while the one is new and the other gone.
  const origin = (email: string) => {
    const from = was[email];
    return from !== undefined && !before.has(email) && before.has(from) && !now.has(from) ? from : undefined;
  };
  const replaced = new Set(mine.map(origin));
  return sorted([...base, ...mine]).flatMap((email): Row[] => {
    if (!now.has(email)) return replaced.has(email) ? [] : [{ email, state: 'removed' }];
    if (before.has(email)) return [{ email, state: 'kept' }];
    const from = origin(email);
    return [{ email, state: 'added', ...(from !== undefined && { was: from }) }];
  });
}
