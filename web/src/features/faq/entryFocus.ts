/** The focus among the rows of a list: entries, each with one button that carries its id, and what stands between them. */
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

/** A list of forty answers is one stop for Tab, not a hundred: links are stops where their entry is the current one. */
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
  /** Up from the first entry. */
  onLeave: () => void;
  onFocus: (id: string, byKeyboard: boolean) => void;
}

const moves: Readonly<Record<string, number | 'first' | 'last'>> = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' };

/** The keyboard in the list: arrows, Home and End move through the entries, and the one with the focus is the current one. */
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
