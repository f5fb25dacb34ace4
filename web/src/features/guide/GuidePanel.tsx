/** A helpdesk guide, embedded. A page can't tell that a frame was refused, so the way to a new tab is always there. */
import type { GuidePanelProps } from '../../contact/panels';
import { Card, ExternalLink } from '../../ui';
import styles from './GuidePanel.module.css';

export default function GuidePanel({ guide }: GuidePanelProps) {
  return (
    <Card as="section" room="flush" className={styles.panel} aria-label={guide.title}>
      <div className={styles.bar}>
        <h2 className={styles.title}>{guide.title}</h2>
        <ExternalLink href={guide.src}>Open in new tab</ExternalLink>
      </div>
      <iframe className={styles.frame} src={guide.src} title={guide.title} referrerPolicy="no-referrer" />
    </Card>
  );
}
