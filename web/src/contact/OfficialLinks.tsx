import type { SiteLink } from '../api/types';
import { ExternalLink } from '../ui';
import styles from './OfficialLinks.module.css';

/** The region's official pages. */
export function OfficialLinks({ name, links, titled = false }: { name: string; links: readonly SiteLink[]; titled?: boolean }) {
  const title = `Official pages: ${name}`;
  return (
    <nav aria-label={title} className={styles.links}>
      {titled && <h2 className={styles.title}>{title}</h2>}
      <ul role="list">
        {links.map(({ id, label, url }) => (
          <li key={id}>
            <ExternalLink href={url}>{label}</ExternalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
