import type { ReactNode } from 'react';
import styles from './Kbd.module.css';
import { useShortcutsEnabled } from './shortcuts';
import { classes } from './words';

export interface KbdProps {
  children: ReactNode;
  /** Whether the key is on a colored button. */
  inherit?: boolean;
  /** A key with a modifier also works when plain keys are switched off. */
  always?: boolean;
}

/** The key for the control next to it. Purely visual: the key list (`?`) serves everyone else. */
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
