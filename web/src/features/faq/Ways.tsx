/** Where no entry is listed for what was searched: said in a sentence, with the ways on. */
import { LifeBuoy, SearchX } from 'lucide-react';
import type { FaqTexts } from '../../api/types';
import type { FaqPanelProps, FaqPlace } from '../../contact/panels';
import { Button } from '../../ui';
import type { Listing } from './listing';
import styles from './Results.module.css';

interface Props {
  /** What is said. */
  sentence: string;
  texts: FaqTexts;
  listing: Listing;
  place: FaqPlace;
  help: FaqPanelProps['help'];
  onPlace: (place: FaqPlace) => void;
}

export function Ways({ sentence, texts, listing, place, help, onPlace }: Props) {
  const elsewhere = listing.categories.reduce((sum, { count }) => sum + count, 0);
  const nothing = listing.total === 0;
  return (
    <div className={styles.nothing}>
      <SearchX size={28} aria-hidden="true" />
      <p>{sentence}</p>
      <div className={styles.ways}>
        {nothing && place.category !== undefined && elsewhere > 0 && (
          <Button look="primary" onClick={() => onPlace({ q: place.q, category: undefined })}>
            {texts.clear} ({elsewhere} found)
          </Button>
        )}
        {help && (
          <Button onClick={help.onAsk}>
            <LifeBuoy size={18} aria-hidden="true" />
            {help.label}
          </Button>
        )}
        {nothing && <Button onClick={() => onPlace({ q: '', category: undefined })}>Browse all</Button>}
      </div>
    </div>
  );
}
