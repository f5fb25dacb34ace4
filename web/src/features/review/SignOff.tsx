/** What is being reviewed, its version and date, and the lines for signatures. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contentStatus } from '../../api/review';
import type { Review, ReviewGroup } from '../../api/types';
import { Card, plural } from '../../ui';
import styles from './SignOff.module.css';
import { isScheduled } from './words';

const when = (at: Date) => at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });

export function SignOff({ all, groups, only }: { all: Review; groups: readonly ReviewGroup[]; only: string | undefined }) {
  const { version, content, faq } = all;
  const { site } = content;
  // When the version went live, if that's available; nothing here waits for it.
  const { data: status } = useQuery({ ...contentStatus, refetchInterval: false as const, refetchOnWindowFocus: false });
  const [now] = useState(() => new Date());
  const nodes = groups.reduce((sum, group) => sum + group.nodes.length, 0);
  const scheduled = groups.filter(isScheduled).length;
  return (
    <Card as="section" className={styles.card} aria-labelledby="sign-off">
      <p className={styles.who}>
        {site.organisation.name} · {site.product}
      </p>
      <h2 id="sign-off">{only === undefined ? 'Sign-off' : `Sign-off: ${only}`}</h2>
      <dl className={styles.facts}>
        <div>
          <dt>Version</dt>
          <dd>
            <code>{version}</code>
            {content.preview && <strong> a preview, not what volunteers see</strong>}
          </dd>
        </div>
        {status?.version === version && (
          <div>
            <dt>Served since</dt>
            <dd>{when(new Date(status.loaded_at))}</dd>
          </div>
        )}
        <div>
          <dt>Date read</dt>
          <dd>{when(now)}</dd>
        </div>
        <div>
          <dt>Contains</dt>
          <dd>
            {only ?? `${plural(content.states.length, site.region.singular ?? 'tree', site.region.plural)} in ${plural(groups.length, 'group')}`}
            {scheduled > 0 && ` (${String(scheduled)} scheduled)`},{' '}
            {plural(nodes, 'question or solution', 'questions and solutions')}, {plural(faq.length, 'FAQ entry', 'FAQ entries')}
          </dd>
        </div>
      </dl>
      <p className={styles.statement}>{site.pages.review.sign_off}</p>
      <div className={styles.lines} aria-hidden="true">
        <span>Name</span>
        <span>Date</span>
        <span>Signature</span>
      </div>
    </Card>
  );
}
