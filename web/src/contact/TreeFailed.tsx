/** In the place of a tree that couldn't be had. The address keeps the place. */
import { useReason } from '../api/client';
import page from '../styles/page.module.css';
import { Card, LoadState, PageHeading } from '../ui';

export function TreeFailed({ error, trying, retry }: { error: Error; trying: boolean; retry: () => void }) {
  const title = 'The questions couldn’t be loaded';
  const reason = useReason(error);
  return (
    <Card as="section" aria-label={title}>
      <PageHeading title={title}>{title}</PageHeading>
      <div className={page.failed}>
        <LoadState problem={reason && `${reason} Your place is kept.`} trying={trying} onRetry={retry} look="primary" />
      </div>
    </Card>
  );
}
