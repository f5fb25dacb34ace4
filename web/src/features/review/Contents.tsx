/** The table of contents. */
import type { Chapter } from './Chapters';
import styles from './Contents.module.css';

export function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav className={styles.contents} aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <ol role="list" className={styles.chapters}>
        {chapters.map(({ id, name, parts = [] }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
            {parts.length > 0 && (
              <ol role="list" className={styles.parts}>
                {parts.map((part) => (
                  <li key={part.id}>
                    <a href={`#${part.id}`}>{part.name}</a> {part.note && <span>{part.note}</span>}
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
