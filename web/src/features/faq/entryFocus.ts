/** Moving the focus among the rows of a list: entries, each with one button that carries its id, and what stands between them. */

function rows(root: ParentNode | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-entry], [data-row]') ?? [])];
}

export function focusEntry(root: ParentNode | null, id: string): void {
  focusOn(rows(root).find((row) => row.dataset.entry === id));
}

export function focusFirst(root: ParentNode | null): void {
  focusOn(rows(root)[0]);
}

/** The id of the entry in a list that `target` is in. */
export function entryAt(target: Element | null): string | undefined {
  return target?.closest('li')?.querySelector<HTMLElement>('[data-entry]')?.dataset.entry;
}

/** The row `by` places from the one that holds `from`; past the last it stays. `undefined`: before the first. */
export function neighbour(root: ParentNode | null, from: Element, by: number | 'first' | 'last'): HTMLElement | undefined {
  const all = rows(root);
  if (by === 'first') return all[0];
  if (by === 'last') return all.at(-1);
  const here = all.findIndex((row) => row.parentElement?.contains(from));
  const to = here + by;
  return to < 0 ? undefined : all[Math.min(to, all.length - 1)];
}

export function focusOn(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  // The whole entry, once it has grown.
  requestAnimationFrame(() => row?.parentElement?.scrollIntoView({ block: 'nearest' }));
}
