/**
 * The allow-list with the unsaved changes made on the page. Pure. Lists are sets of addresses: lowercase, unique, and
 * sorted.
 */
import type { AllowList } from '../../api/people';

export interface Draft {
  /** The list as it was loaded or last saved. */
  base: readonly string[];
  /** The tag of that revision. */
  etag: string;
  /** The list with the unsaved changes applied. */
  mine: readonly string[];
  /** Maps each edited address to its previous one. For display only. */
  was: Readonly<Record<string, string>>;
}

/** One row on the page. */
export interface Row {
  email: string;
  state: 'kept' | 'added' | 'removed';
  /** The address before it was edited. */
  was?: string;
}

export function sorted(emails: Iterable<string>): string[] {
  return [...new Set(emails)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Returns the addresses in `from` that aren't in `list`. */
export function without(from: readonly string[], list: readonly string[]): string[] {
  const there = new Set(list);
  return from.filter((email) => !there.has(email));
}

/** Applies the changes between `base` and `mine` to `theirs`, so that nobody's changes are lost. */
export function merge(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  return sorted([...without(theirs, without(base, mine)), ...without(mine, base)]);
}

export function opened({ emails, etag }: AllowList): Draft {
  const base = sorted(emails);
  return { base, etag, mine: base, was: {} };
}

/** Reapplies the draft's changes to another revision of the list. */
export function onto(draft: Draft, list: AllowList): Draft {
  const { base, etag } = opened(list);
  return { base, etag, mine: merge(draft.base, draft.mine, base), was: draft.was };
}

/** Returns the draft after `sent` was saved as `list`: changes made in the meantime remain unsaved. */
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
  // After several edits, `was` is still the original address; an address edited back to the original has none.
  const origin = draft.was[from] ?? (draft.base.includes(from) ? from : undefined);
  const was = Object.fromEntries(Object.entries(draft.was).filter(([email]) => email !== from && email !== to));
  if (origin !== undefined && origin !== to) was[to] = origin;
  return { ...draft, mine: sorted([...without(draft.mine, [from]), to]), was };
}

/** Undoes the change in one row. */
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

/** Returns every address that is or was on the list, sorted; an edited one appears once. */
export function rows(draft: Draft): Row[] {
  const { base, mine, was } = draft;
  const before = new Set(base);
  const now = new Set(mine);
  // The original address is shown only if the current one is new and the original one is gone.
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
