import { SearchX } from 'lucide-react';
import type { FaqAnswer } from '../../api/faq';
import type { FaqTexts } from '../../api/types';
import type { FaqPlace } from '../../paths';
import { Button } from '../../ui';
import styles from './Results.module.css';

interface Props {
  texts: FaqTexts;
  answer: FaqAnswer;
  place: FaqPlace;
  onSettle: (place: FaqPlace) => void;
}

/** Nothing matches: said as content says it, with the ways out. */
export function Nothing({ texts, answer, place, onSettle }: Props) {
  const elsewhere = answer.categories.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.nothing}>
      <SearchX size={28} aria-hidden="true" />
      <p>{texts.empty}</p>
      <div className={styles.ways}>
        {place.category !== undefined && elsewhere > 0 && (
          <Button look="primary" onClick={() => onSettle({ q: place.q, category: undefined })}>
            {texts.clear} ({elsewhere} found)
          </Button>
        )}
        <Button onClick={() => onSettle({ q: '', category: undefined })}>Browse all</Button>
      </div>
    </div>
  );
}
