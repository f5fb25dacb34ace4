/**
 * A page from elsewhere. Nobody here can see into its frame, nor tell that it was refused: it has loaded where the browser says
 * so and there was a connection. Where nothing comes, the frame goes, so that nobody is left with the browser's own page about it.
 */
import { useEffect, useState } from 'react';
import type { Guide } from '../../api/types';
import { Alert, Skeleton, TryAgain, VisuallyHidden } from '../../ui';
import styles from './GuidePanel.module.css';

/** Nobody waits longer for a page, in ms. */
const bound = 15_000;

type Loading = 'coming' | 'here' | 'failed';

export function OuterPage({ guide }: { guide: Guide }) {
  const [state, setState] = useState<Loading>(first);
  const retry = () => setState(first());

  useEffect(() => {
    if (state === 'here') return undefined;
    // Without a connection it waits, and goes out by itself.
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
        // What a helpdesk's page needs; it can't lead the app elsewhere.
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
        referrerPolicy="no-referrer"
        // A browser says so of its own page about an error, too.
        onLoad={() => setState(navigator.onLine ? 'here' : 'failed')}
      />
    </div>
  );
}

function first(): Loading {
  return navigator.onLine ? 'coming' : 'failed';
}
