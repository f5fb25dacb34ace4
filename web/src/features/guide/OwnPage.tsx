/** A guide whose steps are content: the app holds its page, so that the frame needs no connection, now or later. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failure, sentence } from '../../api/problem';
import { guidePage } from '../../api/queries';
import type { Guide } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { LoadState, useTheme, type Theme } from '../../ui';
import styles from './GuidePanel.module.css';

export function OwnPage({ guide }: { guide: Guide }) {
  const { content } = useSigned();
  const asked = useQuery(guidePage(content.version, guide.id));
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useTheme();
  /** How often a page has come into the frame. */
  const [loads, setLoads] = useState(0);
  useEffect(() => dress(frame.current, theme), [theme, loads]);
  useEffect(() => fit(frame.current), [loads]);
  if (asked.data === undefined) {
    const error = failure(asked);
    return (
      <div className={styles.instead}>
        <LoadState problem={error === null ? undefined : sentence(error)} shape="frame" trying={asked.isFetching} onRetry={() => void asked.refetch()} />
      </div>
    );
  }
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      srcDoc={asked.data}
      title={guide.title}
      referrerPolicy="no-referrer"
      onLoad={() => setLoads(loads + 1)}
    />
  );
}

/** The page wears the theme that was chosen here. */
function dress(frame: HTMLIFrameElement | null, theme: Theme): void {
  const page = frame?.contentDocument?.documentElement;
  if (page) page.style.colorScheme = theme === 'system' ? '' : theme;
}

/** The frame is as high as its page, so that nothing scrolls within what scrolls. */
function fit(frame: HTMLIFrameElement | null): (() => void) | undefined {
  const page = frame?.contentDocument?.documentElement;
  if (!page || typeof ResizeObserver === 'undefined') return undefined;
  const observer = new ResizeObserver(() => {
    frame.style.height = `${String(page.offsetHeight)}px`;
  });
  observer.observe(page);
  return () => observer.disconnect();
}
