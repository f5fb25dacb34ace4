/** Where a row went with the button that was pressed in it, the focus goes on from the heading of its list. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** `count` is how many rows there are; nothing while that isn't known. */
export function useFocusWhenFewer(count: number | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const fewer = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (fewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}
