import { ExternalLink as Icon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './ExternalLink.module.css';
import { VisuallyHidden } from './VisuallyHidden';

/** A link that leaves the app in a new tab, and says so. `tel:` and `mailto:` stay in this one. */
export function ExternalLink({ href = '', children, ...rest }: ComponentProps<'a'>) {
  const page = /^https?:|^\//i.test(href);
  if (!page) {
    return (
      <a href={href} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      {/* Word joiners: the line may not break between the words, the icon and what follows. */}
      {'\u2060'}
      <Icon className={styles.icon} size="0.9em" aria-hidden="true" />
      {'\u2060'}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
