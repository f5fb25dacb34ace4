import type { ComponentProps, ReactNode } from 'react';
import styles from './pieces.module.css';
import { classes } from './words';

export interface CardProps extends ComponentProps<'div'> {
  /** The element to render: a `section` needs a name; an `aside` is for tangential content. */
  as?: 'div' | 'section' | 'aside' | 'article' | 'li';
  /** The padding: `flush` has none, for content that extends to the edge. */
  room?: 'wide' | 'snug' | 'flush';
}

export function Card({ as = 'div', room = 'wide', className, ...rest }: CardProps) {
  const Element = as as 'div';
  return <Element className={classes(styles.card, room !== 'wide' && styles[room], className)} {...rest} />;
}

export interface BadgeProps {
  tone?: 'neutral' | 'accent' | 'urgent' | 'regular' | 'say';
  icon?: ReactNode;
  children: ReactNode;
}

/** A short label on something. Color is never the only signal. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classes(styles.badge, styles[tone])}>
      {icon}
      {children}
    </span>
  );
}

/** The product's logo: a speech bubble with a checkmark. */
export function Mark({ size = 26, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <path
        fill="currentColor"
        d="M8 3h16a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-8.200l-6.100 5.100A1 1 0 0 1 8 28.300V24a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Z"
      />
      <path fill="none" stroke="var(--on-accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" d="m10 14 4.300 4.300L22.500 10" />
    </svg>
  );
}
