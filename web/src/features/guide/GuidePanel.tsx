/** A helpdesk guide, embedded, and the way to it in a tab of its own. */
import { isOurs } from '../../api/queries';
import type { GuidePanelProps } from '../../contact/panels';
import { useReportAbout } from '../../contact/report';
import { Card, ExternalLink } from '../../ui';
import styles from './GuidePanel.module.css';
import { OuterPage } from './OuterPage';
import { OwnPage } from './OwnPage';

export function GuidePanel({ guide }: GuidePanelProps) {
  useReportAbout(`guide ${guide.id}`);
  return (
    <Card as="section" room="flush" className={styles.panel} aria-label={guide.title}>
      <div className={styles.bar}>
        <h2 className={styles.title}>{guide.title}</h2>
        <ExternalLink href={guide.src}>Open in new tab</ExternalLink>
      </div>
      {isOurs(guide) ? <OwnPage key={guide.id} guide={guide} /> : <OuterPage key={guide.id} guide={guide} />}
    </Card>
  );
}
