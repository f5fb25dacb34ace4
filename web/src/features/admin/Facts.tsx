/** The version that is served, the last look at the files, what there is, and what is kept. */
import type { ContentStatus } from '../../api/contentStatus';
import { useSigned } from '../../contact/AppContext';
import type { RegionNames } from '../../api/types';
import { plural } from '../../ui';
import styles from './ContentState.module.css';
import { ago, count, inFolder, moment, size } from './status';

/** How many names of files are written out. */
const few = 6;

export function Facts({ status }: { status: ContentStatus }) {
  const { version, loaded_at: loadedAt, changed_files: changed, last_attempt: attempt, source, watching, versions, stored } = status;
  const { period_since: since, period_until: until } = status;
  const { region } = useSigned().content.site;
  return (
    <dl className={styles.facts}>
      <dt>Version</dt>
      <dd>
        <code>{version}</code>
      </dd>
      <dt>In the folder</dt>
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
            {until == null ? 'There are no more to come.' : <>The next one takes effect {moment(until)}.</>}
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
      <dd>{source === 'content' ? sources[source] : <strong>{sources[source]}</strong>}</dd>
      <dt>Edits go live</dt>
      <dd>{ways[watching]}</dd>
      <dt>What’s in it</dt>
      <dd>{held(status, region)}</dd>
      <dt>Kept for open contacts</dt>
      <dd>
        <details>
          <summary>
            {plural(versions.length, 'version')}, {size(status.versions_bytes)} in memory
            {stored && (stored.versions === 0 ? '; none on disk yet' : `; ${plural(stored.versions, 'version')}, ${size(stored.bytes)} on disk`)}
          </summary>
          <ul role="list" className={styles.versions}>
            {versions.map((kept) => (
              <li key={kept.version}>
                <code>{kept.version}</code>
                {size(kept.bytes)}, last used {ago(kept.last_used_seconds)}
                {kept.version === version && ', live now'}
              </li>
            ))}
          </ul>
        </details>
      </dd>
    </dl>
  );
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
