/** Moving the focus among the entries of a list: each has one button that carries its id. */

function entryButtons(root: ParentNode | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
}

export function focusEntry(root: ParentNode | null, id: string): void {
  focusOn(entryButtons(root).find((button) => button.dataset.entry === id));
}

/** The button `by` places from the entry that holds `from`; past the last it stays. `undefined`: before the first. */
export function neighbour(root: ParentNode | null, from: Element, by: number | 'first' | 'last'): HTMLElement | undefined {
  const buttons = entryButtons(root);
  if (by === 'first') return buttons[0];
  if (by === 'last') return buttons.at(-1);
  const here = buttons.findIndex((button) => button.parentElement?.contains(from));
  const to = here + by;
  return to < 0 ? undefined : buttons[Math.min(to, buttons.length - 1)];
}

export function focusOn(button: HTMLElement | undefined): void {
  button?.focus({ preventScroll: true });
  // The whole entry, once it has grown.
  requestAnimationFrame(() => button?.parentElement?.scrollIntoView({ block: 'nearest' }));
}
