/** Where the tree couldn't be had. The address keeps the place. */
import { sentence } from '../../api/problem';
import { Alert, Card, PageHeading, TryAgain } from '../../ui';
import styles from './StepNotFound.module.css';

export interface TreeFailedProps {
  error: Error;
  trying: boolean;
  onRetry: () => void;
}

export function TreeFailed({ error, trying, onRetry }: TreeFailedProps) {
  const title = 'The questions couldn’t be loaded';
  return (
    <Card as="section" aria-label={title}>
      <PageHeading title={title}>{title}</PageHeading>
      <div className={styles.body}>
        <Alert>{sentence(error)} Your place is kept.</Alert>
        <div className={styles.actions}>
          <TryAgain trying={trying} onRetry={onRetry} look="primary" />
        </div>
      </div>
    </Card>
  );
}
