import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classes } from './words';

export interface ButtonLook {
  /**
   * `primary` is the one next action; `quiet` has no border; `say` belongs to a script. `inactive` looks disabled but
   * can be pressed, and then says why it can't continue.
   */
  look?: 'plain' | 'primary' | 'quiet' | 'say' | 'inactive';
  size?: 'sm' | 'md' | 'lg';
  /** A square with one icon; the control then needs an `aria-label`. */
  icon?: boolean;
  /** Fills the available width. */
  wide?: boolean;
}

/** Returns the class name of a button, for links that look like one. */
export function buttonClass({ look = 'plain', size = 'md', icon = false, wide = false }: ButtonLook = {}): string {
  return classes(styles.button, styles[look], size !== 'md' && styles[size], icon && styles.icon, wide && styles.wide);
}

export type ButtonProps = ButtonLook & ComponentProps<'button'>;

export function Button({ look, size, icon, wide, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classes(buttonClass({ look, size, icon, wide }), className)} {...rest} />;
}
