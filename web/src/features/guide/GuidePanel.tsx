/** A helpdesk guide, embedded. A page can't tell that a frame was refused, so the way to a new tab is always there. */
import { useEffect, useRef } from 'react';
import type { GuidePanelProps } from '../../contact/panels';
import { useReportAbout } from '../../contact/report';
import { Card, ExternalLink, useTheme, type Theme } from '../../ui';
import styles from './GuidePanel.module.css';

export function GuidePanel({ guide }: GuidePanelProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useTheme();
  useReportAbout(`guide ${guide.id}`);
  useEffect(() => dress(frame.current, theme), [theme]);
  return (
    <Card as="section" room="flush" className={styles.panel} aria-label={guide.title}>
      <div className={styles.bar}>
        <h2 className={styles.title}>{guide.title}</h2>
        <ExternalLink href={guide.src}>Open in new tab</ExternalLink>
      </div>
      <iframe
        ref={frame}
        className={styles.frame}
        src={guide.src}
        title={guide.title}
        referrerPolicy="no-referrer"
        onLoad={(event) => dress(event.currentTarget, theme)}
      />
    </Card>
  );
}

/** A page of our own wears the theme that was chosen here; into another's nobody can see. */
function dress(frame: HTMLIFrameElement | null, theme: Theme): void {
  const page = frame?.contentDocument?.documentElement;
  if (page) page.style.colorScheme = theme === 'system' ? '' : theme;
}
