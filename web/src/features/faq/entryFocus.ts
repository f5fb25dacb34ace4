/** Focus handling for a list's rows: entries, each with one button that carries its id, and the rows between them. */
import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react';

function rows(root: ParentNode | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-entry], [data-row]') ?? [])];
}

export function focusEntry(root: ParentNode | null, id: string): void {
  focusOn(rows(root).find((row) => row.dataset.entry === id));
}

export function focusFirst(root: ParentNode | null): void {
  focusOn(rows(root)[0]);
}

/** Returns the id of the list entry that contains `target`. */
export function entryAt(target: Element | null): string | undefined {
  return target?.closest('li')?.querySelector<HTMLElement>('[data-entry]')?.dataset.entry;
}

/**
 * Returns the row `by` positions from the one that contains `from`, stopping at the last; `undefined` means before the
 * first.
 */
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
  // Scrolls to the whole entry, after it has expanded.
  requestAnimationFrame(() => row?.parentElement?.scrollIntoView({ block: 'nearest' }));
}

/** Makes a list of forty answers one Tab stop instead of a hundred: links are Tab stops only in the current entry. */
export function useLinkStops(element: RefObject<HTMLElement | null>, on: boolean): void {
  useEffect(() => {
    const within = element.current;
    if (within === null) return undefined;
    const apply = () => {
      for (const link of within.querySelectorAll('a')) link.tabIndex = on ? 0 : -1;
    };
    apply();
    const observer = new MutationObserver(apply);
    observer.observe(within, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [element, on]);
}

interface Moves {
  /** Called on Arrow Up from the first entry. */
  onLeave: () => void;
  onFocus: (id: string, byKeyboard: boolean) => void;
}

const moves: Readonly<Record<string, number | 'first' | 'last'>> = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' };

/**
 * Handles keyboard navigation in the list: the arrow keys, Home, and End move through the entries; the focused one is
 * the current one.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, { onLeave, onFocus }: Moves): void {
  const leave = useEffectEvent(onLeave);
  const focused = useEffectEvent(onFocus);
  useLayoutEffect(() => {
    const inside = (target: EventTarget | null) =>
      target instanceof Element && list.current?.contains(target) === true ? { root: list.current, target } : undefined;

    const onKeyDown = (event: KeyboardEvent) => {
      const found = inside(event.target);
      const by = moves[event.key];
      if (found === undefined || by === undefined || found.target instanceof HTMLTextAreaElement) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const to = neighbour(found.root, found.target, by);
      if (to === undefined) leave();
      else focusOn(to);
    };
    const onFocusIn = (event: FocusEvent) => {
      const found = inside(event.target);
      const id = entryAt(found?.target ?? null);
      if (id !== undefined) focused(id, found?.target.matches(':focus-visible') === true);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, [list]);
}
