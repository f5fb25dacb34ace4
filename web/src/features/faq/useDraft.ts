/**
 * What is typed, at once; the place outside (the address) follows when the typing pauses: browsers refuse too many
 * changes of an address. A change from outside (Back, a new contact) is taken over when nothing of ours is under way.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FaqPlace } from '../../paths';

const pause = 250;

export interface Draft {
  draft: FaqPlace;
  /** Shows `next` now, tells the place when the typing pauses. */
  type: (next: FaqPlace) => void;
  /** Shows and tells now. */
  settle: (next: FaqPlace) => void;
  /** Tells now what was still to be told. */
  flush: () => void;
}

const same = (a: FaqPlace, b: FaqPlace) => a.q === b.q && a.category === b.category;

export function useDraft(place: FaqPlace, onPlace: (place: FaqPlace) => void): Draft {
  const [draft, setDraft] = useState(place);
  const [underWay, setUnderWay] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const tell = useRef(onPlace);
  useEffect(() => {
    tell.current = onPlace;
  });
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  // Once the screen is another, its address must not be overwritten.
  useLayoutEffect(() => stop, [stop]);

  if (same(place, draft)) {
    if (underWay) setUnderWay(false);
  } else if (!underWay) {
    setDraft(place);
  }

  const type = useCallback(
    (next: FaqPlace) => {
      stop();
      setUnderWay(true);
      setDraft(next);
      timer.current = setTimeout(() => {
        timer.current = undefined;
        tell.current(next);
      }, pause);
    },
    [stop],
  );
  const settle = useCallback(
    (next: FaqPlace) => {
      stop();
      setUnderWay(true);
      setDraft(next);
      tell.current(next);
    },
    [stop],
  );
  const flush = () => {
    if (timer.current !== undefined) settle(draft);
  };
  return { draft, type, settle, flush };
}

/** A lone half of a surrogate pair can't stand in an address. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}
