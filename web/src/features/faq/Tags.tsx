import type { Hit } from './listing';
import { Badge } from '../../ui';
import { Marked } from './Marked';
import styles from './Entry.module.css';

/** Category and tags of an entry. */
export function Tags({ hit }: { hit: Hit }) {
  return (
    <p className={styles.tags}>
      <Badge>{hit.category}</Badge>
      {hit.tags.map((tag, index) => (
        <span key={tag} className={styles.tag}>
          <Marked text={tag} ranges={hit.highlights.tags[index] ?? []} />
        </span>
      ))}
    </p>
  );
}
