/** Every entry of the FAQ, by category. A long one is drawn in pieces. */
import { memo } from 'react';
import type { FaqEntry } from '../../api/faq';
import { Markdown } from '../../ui';
import { Chapter, Entry, Part } from './Entry';
import styles from './Entry.module.css';
import { anchors, categories } from './words';

export function Faq({ entries }: { entries: readonly FaqEntry[] }) {
  return (
    <Chapter id={anchors.faq} title="FAQ">
      {categories(entries).map(({ name, entries: of }, index) => (
        <Part key={name} id={anchors.category(index)} title={name}>
          {of.map((entry) => (
            <One key={entry.id} entry={entry} />
          ))}
        </Part>
      ))}
    </Chapter>
  );
}

const One = memo(function One({ entry }: { entry: FaqEntry }) {
  return (
    <Entry title={entry.question}>
      <Markdown className={styles.text ?? ''}>{entry.answer}</Markdown>
      {entry.tags.length > 0 && <p className={styles.tags}>Tags: {entry.tags.join(', ')}</p>}
    </Entry>
  );
});
