import type { ReactNode } from 'react';
import { PageHeading } from '../ui';
import styles from './CalmState.module.css';

/** A screen on which nothing else can be shown: what happened, and the way on. */
export function CalmState({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <main className={styles.state}>
      <PageHeading title={title}>{title}</PageHeading>
      <p role="status">{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}
