import { useEffect, useRef, type RefObject } from 'react';
import type { Hit } from './listing';
import { classes, Markdown } from '../../ui';
import { useWordMarks } from './useWordMarks';

interface Props {
  hit: Hit;
  /** Whether Tab stops at its links. */
  tabbable: boolean;
  className?: string | undefined;
}

/** The answer, with its links and with what matched painted in. */
export function Answer({ hit, tabbable, className }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useWordMarks(element, hit);
  useLinkStops(element, tabbable);
  return (
    <div ref={element} className={classes(className)}>
      <Markdown>{hit.answer}</Markdown>
    </div>
  );
}

/** A list of forty answers is one stop for Tab, not a hundred: links are stops where their entry is the current one. */
function useLinkStops(element: RefObject<HTMLElement | null>, on: boolean): void {
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
