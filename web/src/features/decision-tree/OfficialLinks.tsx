import type { State } from '../../api/types';
import { ExternalLink } from '../../ui';
import styles from './OfficialLinks.module.css';

/** The region's official pages. */
export function OfficialLinks({ state }: { state: State }) {
  if (state.links.length === 0) return null;
  return (
    <nav aria-label={`Official pages: ${state.name}`} className={styles.links}>
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
