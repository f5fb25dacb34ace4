import type { ReactNode } from 'react';
import styles from './Kbd.module.css';
import { useShortcutsEnabled } from './shortcuts';
import { classes } from './words';

export interface KbdProps {
  children: ReactNode;
  /** In a coloured button. */
  inherit?: boolean;
  /** A key with a modifier works where the plain ones are switched off, too. */
  always?: boolean;
}

/** A key that does what stands beside it. Decoration for the eye: the key list (`?`) tells everyone else. */
export function KeyHint({ children, inherit = false, always = false }: KbdProps) {
  const enabled = useShortcutsEnabled();
  if (!enabled && !always) return null;
  return (
    <kbd aria-hidden="true" className={classes(styles.kbd, styles.hint, inherit && styles.inherit)}>
      {children}
    </kbd>
  );
}

/** A key in running text. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>;
}
