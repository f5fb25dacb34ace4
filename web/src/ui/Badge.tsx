import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classes } from './classes';

export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'urgent' | 'regular' | 'say';
  icon?: ReactNode;
  children: ReactNode;
}

/** A word or two about something. Colour never says it alone. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}
