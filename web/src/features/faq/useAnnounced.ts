/** Tells a screen reader how much was found, once the typing pauses. Not at first: then the screen itself is read. */
import { useEffect, useState } from 'react';
import type { FaqTexts } from '../../api/types';
import type { FaqPlace } from '../../contact/panels';
import { announce } from '../../ui';
import { countText } from './listing';
import type { Found } from './useSearch';

const pause = 700;

export function useAnnounced({ q, category }: FaqPlace, { listing, settled }: Found, texts: FaqTexts): void {
  const query = `${q} ${category ?? ''}`;
  const [first] = useState(query);
  const [asked, setAsked] = useState(false);
  if (!asked && query !== first) setAsked(true);

  const text = listing === undefined ? undefined : countText(listing, texts);
  useEffect(() => {
    if (!asked || !settled || text === undefined) return undefined;
    const timer = setTimeout(() => announce(text), pause);
    return () => clearTimeout(timer);
  }, [asked, settled, text, query]);
}
