/** Which guidance is served, since when and why, and what the last edit was told. */
import { BookOpenCheck, CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import { sentence } from '../../api/problem';
import type { ContentStatus } from '../../api/contentStatus';
import { useSigned } from '../../contact/AppContext';
import { GoLink } from '../../contact/navigation';
import { pages } from '../../paths';
import { Badge, buttonClass, Card, classes, LoadState } from '../../ui';
import styles from './ContentState.module.css';
import { Facts } from './Facts';
import { Findings } from './Findings';
import { count, moment, standing, type Standing } from './status';
import { useContentStatus } from './useContentStatus';

const looks = {
  live: { tone: 'regular', word: 'Live', Icon: CircleCheck, look: styles.good },
  refused: { tone: 'urgent', word: 'Edit refused', Icon: OctagonX, look: styles.bad },
  fallback: { tone: 'urgent', word: 'Fallback', Icon: TriangleAlert, look: styles.bad },
} as const satisfies Record<Standing, unknown>;

export function ContentState() {
  const { data, error, refetch, isFetching, dataUpdatedAt } = useContentStatus();
  const { review } = useSigned().content.site.pages;
  const stands = data && looks[standing(data)];
  return (
    <Card as="section" room="flush" className={styles.card} aria-labelledby="guidance">
      <div className={styles.head}>
        <h2 id="guidance">Guidance</h2>
        {stands && (
          <Badge tone={stands.tone} icon={<stands.Icon size={14} aria-hidden="true" />}>
            {stands.word}
          </Badge>
        )}
        {data?.preview && <Badge tone="accent">Preview</Badge>}
      </div>
      {data === undefined ? (
        <div className={styles.waiting}>
          <LoadState problem={error === null ? undefined : sentence(error)} trying={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <Said status={data} />
          {data.store_unwritable_since && <Unwritable since={data.store_unwritable_since} />}
          {error !== null && (
            <p className={styles.stale}>
              As of {moment(new Date(dataUpdatedAt).toISOString())}: {sentence(error)}
            </p>
          )}
          <Facts status={data} />
        </>
      )}
      <div className={styles.review}>
        <GoLink to={pages.review} className={buttonClass()}>
          <BookOpenCheck size={17} aria-hidden="true" />
          {review.title}
        </GoLink>
      </div>
    </Card>
  );
}

/** The documents can't be written to: not the guidance's fault, but who opens this page can tell whoever can help. */
function Unwritable({ since }: { since: string }) {
  return (
    <div className={classes(styles.said, styles.bad)}>
      <p>
        <strong>Saving has been failing since {moment(since)}.</strong> Until that’s fixed, no one can sign in or out; volunteers can keep reading. Tell
        whoever runs the engine: its disk may be full.
      </p>
    </div>
  );
}

/** How it stands in a sentence or two, and what there is to mend. */
function Said({ status }: { status: ContentStatus }) {
  const { last_attempt: attempt } = status;
  const stands = standing(status);
  const { errors, warnings, findings } = attempt;
  return (
    <>
      <div className={classes(styles.said, looks[stands].look)}>
        {stands === 'live' && <p>Volunteers are reading the latest edit.</p>}
        {stands === 'fallback' && (
          <p>
            <strong>Volunteers are reading {status.source === 'last-good' ? 'the last good version' : 'the fallback copy'}.</strong> The content had errors
            when the engine started. Once they’re fixed, it goes live on its own.
          </p>
        )}
        {stands === 'refused' && (
          <p>
            <strong>The last edit was refused.</strong> Volunteers still see the version before it. Once the edit is fixed, it goes live on its own.
          </p>
        )}
        {attempt.problem && <p>Reason: {attempt.problem}.</p>}
        {status.stored?.problem && (
          <p>
            <strong>Versions can’t be saved to disk</strong> ({status.stored.problem}). If the engine restarts, open contacts
            go on with the current version.
          </p>
        )}
        {!attempt.ok && findings.length > 0 && <p className={styles.count}>{count(errors, warnings)}</p>}
      </div>
      {findings.length > 0 && !attempt.ok && <Findings key={attempt.at} findings={findings} label="Findings" />}
      {findings.length > 0 && attempt.ok && (
        <details className={styles.warnings}>
          <summary>{count(errors, warnings)}</summary>
          <Findings key={attempt.at} findings={findings} label="Findings" />
        </details>
      )}
    </>
  );
}
