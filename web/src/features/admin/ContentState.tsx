/**
 * Which guidance is served, since when and why, and the result of the last edit. Refreshed while someone is viewing the
 * page, and announced to screen readers when it changes.
 */
import { useQuery } from '@tanstack/react-query';
import { BookOpenCheck, CircleCheck, OctagonX, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useReason, useWait } from '../../api/client';
import { contentStatus } from '../../api/review';
import type { ContentStatus, RegionNames } from '../../api/types';
import { GoLink, useSigned } from '../../contact/screen';
import { pages } from '../../paths';
import { announce, Badge, buttonClass, Card, classes, LoadState, plural } from '../../ui';
import styles from './ContentState.module.css';
import { Findings } from './Findings';
import { count, inFolder, moment, news, size, standing, type Standing } from './status';

/** After this long without activity, polling stops. */
const attendedMs = 10 * 60_000;

function useContentStatus() {
  const attended = useAttended(attendedMs);
  const query = useQuery({ ...contentStatus, ...(!attended && { refetchInterval: false as const }) });
  const before = useRef<ContentStatus | undefined>(undefined);
  const now = query.data;
  useEffect(() => {
    if (now === undefined) return;
    const said = before.current && news(before.current, now);
    before.current = now;
    if (said !== undefined) announce(said);
  }, [now]);
  return query;
}

const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus'] as const;

/**
 * Whether someone is at the page: polling after they've left would keep their session from ever expiring. Becomes false
 * after `ms` without any input, and true again on the next input.
 */
function useAttended(ms: number): boolean {
  const [attended, setAttended] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const sign = () => {
      const now = Date.now();
      // The pointer fires many times a second.
      if (now - last < 1000 && last > 0) return;
      last = now;
      setAttended(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setAttended(false);
        last = 0;
      }, ms);
    };
    sign();
    for (const name of signs) addEventListener(name, sign, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of signs) removeEventListener(name, sign, { capture: true });
    };
  }, [ms]);
  return attended;
}

const looks = {
  live: { tone: 'regular', word: 'Live', Icon: CircleCheck, look: styles.good },
  refused: { tone: 'urgent', word: 'Edit refused', Icon: OctagonX, look: styles.bad },
  fallback: { tone: 'urgent', word: 'Fallback', Icon: TriangleAlert, look: styles.bad },
} as const satisfies Record<Standing, unknown>;

export function ContentState() {
  const asked = useContentStatus();
  const { data, error, dataUpdatedAt } = asked;
  const wait = useWait(asked);
  const reason = useReason(error);
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
          <LoadState {...wait} />
        </div>
      ) : (
        <>
          <Said status={data} />
          {data.fetch_problem && (
            <Trouble what="The guidance can’t be fetched.">
              Volunteers keep the version they have; edits won’t arrive until that’s fixed. Reason: {data.fetch_problem}
            </Trouble>
          )}
          {data.store_unwritable_since && (
            <Trouble what={<>Saving has been failing since {moment(data.store_unwritable_since)}.</>}>
              Until that’s fixed, no one can sign in or out; volunteers can keep reading. Tell whoever runs the engine: its disk may be full.
            </Trouble>
          )}
          {error !== null && (
            <p className={styles.stale}>
              As of {moment(new Date(dataUpdatedAt).toISOString())}
              {reason === '' ? '.' : `: ${reason}`}
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

/** A problem that isn't caused by the guidance, shown so that the reader can report it to someone who can help. */
function Trouble({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <div className={classes(styles.said, styles.bad)}>
      <p>
        <strong>{what}</strong> {children}
      </p>
    </div>
  );
}

/** The state in a sentence or two, and what to fix. */
function Said({ status }: { status: ContentStatus }) {
  const { last_attempt: attempt } = status;
  const stands = standing(status);
  const { errors, warnings, findings } = attempt;
  const list = findings.length > 0 && <Findings key={attempt.at} findings={findings} />;
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
            continue with the current version.
          </p>
        )}
        {!attempt.ok && findings.length > 0 && <p className={styles.count}>{count(errors, warnings)}</p>}
      </div>
      {attempt.ok && list ? (
        <details className={styles.warnings}>
          <summary>{count(errors, warnings)}</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </>
  );
}

/** How many file names are listed. */
const few = 6;

/** The served version, the last check of the files, how much content there is, and what's kept for open contacts. */
function Facts({ status }: { status: ContentStatus }) {
  const { version, loaded_at: loadedAt, changed_files: changed, last_attempt: attempt, source, watching, versions, stored } = status;
  const { period_since: since, period_until: until } = status;
  const { region } = useSigned().content.site;
  return (
    <dl className={styles.facts}>
      <dt>Version</dt>
      <dd>
        <code>{version}</code>
      </dd>
      <dt>{status.address == null ? 'In the folder' : 'At the address'}</dt>
      <dd>
        {attempt.version != null && (
          <>
            <code>{attempt.version}</code>:{' '}
          </>
        )}
        {inFolder(status)}. The content job prints each merge’s version.
      </dd>
      <dt>Live since</dt>
      <dd>
        <time dateTime={loadedAt}>{moment(loadedAt)}</time>, {changed.length === 0 ? 'when the engine started' : <Files names={changed} />}
      </dd>
      {(since != null || until != null) && (
        <>
          <dt>Scheduled changes</dt>
          <dd>
            {since != null && <>The last one took effect {moment(since)}. </>}
            {until == null ? 'None are scheduled.' : <>The next one takes effect {moment(until)}.</>}
          </dd>
        </>
      )}
      <dt>Last update</dt>
      <dd>
        <time dateTime={attempt.at}>{moment(attempt.at)}</time>: {attempt.ok ? 'accepted' : 'refused'}, {count(attempt.errors, attempt.warnings)}
        {attempt.changed_files.length > 0 && (
          <>
            {', in '}
            <Files names={attempt.changed_files} />
          </>
        )}
      </dd>
      <dt>Source</dt>
      <dd>{source === 'content' ? (status.address ?? sources[source]) : <strong>{sources[source]}</strong>}</dd>
      <dt>Last fetched</dt>
      <dd>{at(status.fetched_at) ?? 'unknown'}</dd>
      {status.backup && (
        <>
          <dt>Last backup</dt>
          <dd>{at(status.backup.last_success) ?? <strong>never</strong>}</dd>
        </>
      )}
      <dt>Edits go live</dt>
      <dd>{ways[watching]}</dd>
      <dt>What’s in it</dt>
      <dd>{held(status, region)}</dd>
      <dt>Kept for open contacts</dt>
      <dd>
        {plural(versions.length, 'version')}, {size(status.versions_bytes)} in memory
        {stored && (stored.versions === 0 ? '; none on disk yet' : `; ${plural(stored.versions, 'version')}, ${size(stored.bytes)} on disk`)}
      </dd>
    </dl>
  );
}

function at(time: string | null | undefined) {
  return time == null ? undefined : <time dateTime={time}>{moment(time)}</time>;
}

const sources = {
  content: 'the content folder',
  'last-good': 'the last good version, not the content',
  fallback: 'the fallback copy, not the content',
} satisfies Record<ContentStatus['source'], string>;

const ways = {
  events: 'right away',
  poll: 'within moments',
  off: 'only when the engine restarts',
} satisfies Record<ContentStatus['watching'], string>;

function Files({ names }: { names: readonly string[] }) {
  const more = names.length - few;
  return (
    <>
      {names.slice(0, few).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
      {more > 0 && ` and ${String(more)} more`}
    </>
  );
}

function held({ counts }: ContentStatus, region: RegionNames): string {
  return [
    ...(region.singular ? [plural(counts.states, region.singular, region.plural)] : []),
    plural(counts.questions, 'question'),
    plural(counts.solutions, 'solution'),
    `${plural(counts.faq_entries, 'FAQ entry', 'FAQ entries')} in ${plural(counts.faq_categories, 'category', 'categories')}`,
    plural(counts.flows, 'flow'),
    plural(counts.guides, 'guide'),
    plural(counts.support_sections, 'support section'),
    plural(counts.announcements, 'announcement'),
    plural(counts.links, 'link'),
  ].join(', ');
}
