/** The one h1 of a screen. It sets the document's title, takes the focus, and is announced when the screen changes. */
import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { announce } from './hidden';

const TitleParts = createContext<readonly string[]>([]);

/** The parts that follow the screen's name in the document's title: the region, the product. */
export const TitlePartsProvider = TitleParts.Provider;

// The page's first heading doesn't take the focus, so that Tab finds the skip link.
let first = true;

export interface PageHeadingProps {
  children: ReactNode;
  /** The plain name for the document's title and the announcement. */
  title: string;
  /** Changes when the screen changes while the component stays mounted, for instance from question to question. */
  screen?: string;
  className?: string | undefined;
}

export function PageHeading({ children, title, screen, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const parts = useContext(TitleParts);
  const documentTitle = [title, ...parts].filter((part) => part !== '').join(' · ');

  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);

  const speak = useEffectEvent(() => announce(title));
  // A layout effect, not one that runs after paint, because a key pressed immediately might have moved the focus before
  // then.
  useLayoutEffect(() => {
    if (first) {
      first = false;
      return;
    }
    heading.current?.focus({ preventScroll: true });
    speak();
  }, [screen]);

  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
