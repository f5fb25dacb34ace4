import { useEffect, type RefObject } from 'react';

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
