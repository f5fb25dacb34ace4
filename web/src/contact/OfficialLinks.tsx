import type { State } from '../api/types';
import { ExternalLink } from '../ui';
import styles from './OfficialLinks.module.css';

/** The region's official pages. */
export function OfficialLinks({ state, titled = false }: { state: State; titled?: boolean }) {
  const title = `Official pages: ${state.name}`;
  return (
    <nav aria-label={title} className={styles.links}>
      {titled && <h2 className={styles.title}>{title}</h2>}
      <ul role="list">
        {state.links.map(({ id, label, url }) => (
          <li key={id}>
            <ExternalLink href={url}>{label}</ExternalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
