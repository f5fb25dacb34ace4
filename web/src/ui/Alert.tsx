import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { classes } from './words';

export interface AlertProps {
  /** `problem` is announced immediately; `note` and `good` at the next pause. */
  kind?: 'problem' | 'note' | 'good';
  children: ReactNode;
}

const icons = { problem: TriangleAlert, note: Info, good: CircleCheck };

/** A sentence about something that just happened. Mount it when it happens. */
export function Alert({ kind = 'problem', children }: AlertProps) {
  const Icon = icons[kind];
  return (
    <div role={kind === 'problem' ? 'alert' : 'status'} className={classes(styles.alert, kind !== 'problem' && styles[kind])}>
      <Icon size={18} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
