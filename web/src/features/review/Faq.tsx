/** Every entry of the FAQ, by category. A long one is drawn in pieces. */
import { memo } from 'react';
import type { FaqEntry } from '../../api/faq';
import type { Review } from '../../api/review';
import { Markdown } from '../../ui';
import { Chapter, Edited, Entry, Part } from './Entry';
import styles from './Entry.module.css';
import { anchors, categories } from './words';

export function Faq({ entries, places }: { entries: readonly FaqEntry[]; places: Review['places'] }) {
  return (
    <Chapter id={anchors.faq} title="FAQ">
      {categories(entries).map(({ name, entries: of }, index) => (
        <Part key={name} id={anchors.category(index)} title={name}>
          {of.map((entry) => (
            <One key={entry.id} entry={entry} places={places} />
          ))}
        </Part>
      ))}
    </Chapter>
  );
}

const One = memo(function One({ entry, places }: { entry: FaqEntry; places: Review['places'] }) {
  return (
    <Entry title={entry.question} place={places?.[`faq ${entry.id}`]}>
      <Edited place={places?.[`faq ${entry.id} answer`]}>
        <Markdown className={styles.text ?? ''}>{entry.answer}</Markdown>
      </Edited>
      {entry.tags.length > 0 && <p className={styles.tags}>Tags: {entry.tags.join(', ')}</p>}
    </Entry>
  );
});
