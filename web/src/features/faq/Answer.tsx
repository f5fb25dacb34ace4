import { useRef } from 'react';
import type { Hit } from './listing';
import { classes, Markdown } from '../../ui';
import { useLinkStops } from './useLinkStops';
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
