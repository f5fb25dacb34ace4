/** The keyboard in the list: arrows, Home and End move through the entries, and the one with the focus is the current one. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { entryAt, focusOn, neighbour } from './entryFocus';

interface Moves {
  /** Up from the first entry. */
  onLeave: () => void;
  onFocus: (id: string, byKeyboard: boolean) => void;
}

const moves: Readonly<Record<string, number | 'first' | 'last'>> = { ArrowDown: 1, ArrowUp: -1, Home: 'first', End: 'last' };

export function useListKeys(list: RefObject<HTMLElement | null>, { onLeave, onFocus }: Moves): void {
  const latest = useRef({ onLeave, onFocus });
  useLayoutEffect(() => {
    latest.current = { onLeave, onFocus };
  });
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
      if (to === undefined) latest.current.onLeave();
      else focusOn(to);
    };
    const onFocusIn = (event: FocusEvent) => {
      const found = inside(event.target);
      const id = entryAt(found?.target ?? null);
      if (id !== undefined) latest.current.onFocus(id, found?.target.matches(':focus-visible') === true);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, [list]);
}
