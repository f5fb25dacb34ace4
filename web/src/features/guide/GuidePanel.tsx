/** An embedded helpdesk guide, with a link to open it in its own tab. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWait } from '../../api/client';
import { guidePage, isOurs } from '../../api/queries';
import type { Guide } from '../../api/types';
import { useSigned } from '../../contact/screen';
import type { GuidePanelProps } from '../../contact/panels';
import { useReportAbout } from '../../contact/links';
import { Alert, Card, classes, ExternalLink, LoadState, Skeleton, TryAgain, useTheme, VisuallyHidden, type Theme } from '../../ui';
import styles from './GuidePanel.module.css';

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

/** A guide whose steps are in the content. The app holds its page, so the frame never needs a connection. */
function OwnPage({ guide }: { guide: Guide }) {
  const { content } = useSigned();
  const asked = useQuery(guidePage(content.version, guide.id));
  const wait = useWait(asked);
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useTheme();
  /** How many times a page has loaded in the frame. */
  const [loads, setLoads] = useState(0);
  useEffect(() => dress(frame.current, theme), [theme, loads]);
  useEffect(() => fit(frame.current), [loads]);
  if (asked.data === undefined) {
    return (
      <div className={classes(styles.instead, wait.problem === undefined && styles.reserved)}>
        <LoadState {...wait} shape="frame" />
      </div>
    );
  }
  return (
    <iframe
      ref={frame}
      className={classes(styles.frame, styles.reserved)}
      srcDoc={asked.data}
      title={guide.title}
      // The page's steps are text and links, and no scripts run in it. The app reads its document to measure it.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      onLoad={() => setLoads(loads + 1)}
    />
  );
}

/** Applies the theme chosen in the app to the page. */
function dress(frame: HTMLIFrameElement | null, theme: Theme): void {
  const page = frame?.contentDocument?.documentElement;
  if (page) page.style.colorScheme = theme === 'system' ? '' : theme;
}

/** Makes the frame as tall as its page, so that there's no scrolling inside the scrolling page. */
function fit(frame: HTMLIFrameElement | null): (() => void) | undefined {
  const page = frame?.contentDocument?.documentElement;
  if (!page || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => {
    frame.style.height = `${String(page.offsetHeight)}px`;
  });
  observer.observe(page);
  return () => observer.disconnect();
}

/** The longest wait for a page, in ms. */
const bound = 15_000;

type Loading = 'coming' | 'here' | 'failed';

/**
 * An external page. The app can't see into its frame, and can't tell whether the page refused to load: it counts as
 * loaded if the browser says so and there was a connection. If nothing loads, the frame is removed so that nobody is
 * left with the browser's own error page.
 */
function OuterPage({ guide }: { guide: Guide }) {
  const [state, setState] = useState<Loading>(first);
  const retry = () => setState(first());

  useEffect(() => {
    if (state === 'here') return undefined;
    // When there's no connection, it waits, and retries automatically once online.
    const onOnline = () => setState('coming');
    addEventListener('online', onOnline);
    const timer = state === 'coming' ? setTimeout(() => setState('failed'), bound) : undefined;
    return () => {
      removeEventListener('online', onOnline);
      clearTimeout(timer);
    };
  }, [state]);

  if (state === 'failed') {
    return (
      <div className={styles.instead}>
        <Alert>“{guide.title}” didn’t load. Try again, or open it in a new tab.</Alert>
        <TryAgain trying={false} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className={styles.outer}>
      {state === 'coming' && (
        <div role="status" className={styles.instead}>
          <VisuallyHidden>Loading…</VisuallyHidden>
          <Skeleton shape="frame" />
        </div>
      )}
      <iframe
        className={styles.frame}
        src={guide.src}
        title={guide.title}
        // The permissions that a helpdesk page needs; it can't navigate the app elsewhere.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
        referrerPolicy="no-referrer"
        // Browsers fire this for their own error page, too.
        onLoad={() => setState(navigator.onLine ? 'here' : 'failed')}
      />
    </div>
  );
}

function first(): Loading {
  return navigator.onLine ? 'coming' : 'failed';
}
