import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { classes } from './classes';

export interface CardProps extends ComponentProps<'div'> {
  /** The element it is: a `section` wants a name, an `aside` is beside the matter. */
  as?: 'div' | 'section' | 'aside' | 'article' | 'li';
  /** Room inside: `flush` is none, for content that goes to the edge. */
  room?: 'wide' | 'snug' | 'flush';
}

export function Card({ as = 'div', room = 'wide', className, ...rest }: CardProps) {
  const Element = as as 'div';
  return <Element className={classes(styles.card, room !== 'wide' && styles[room], className)} {...rest} />;
}
