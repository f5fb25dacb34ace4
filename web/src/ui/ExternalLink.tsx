import { Pencil } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './ExternalLink.module.css';
import { VisuallyHidden } from './hidden';
import { classes } from './words';

/** Whether a link's text is its URL, in which case the printed page doesn't repeat the URL. */
function says(href: string, children: unknown): 'address' | undefined {
  const bare = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  return typeof children === 'string' && bare(children.trim()) === bare(href) ? 'address' : undefined;
}

/** A link that leaves the app in a new tab, and says so. `tel:` and `mailto:` links open in the current tab. */
export function ExternalLink({ href = '', children, className, ...rest }: ComponentProps<'a'>) {
  const page = /^https?:|^\//i.test(href);
  if (!page) {
    return (
      <a href={href} className={className} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes(styles.out, className)} data-says={says(href, children)} {...rest}>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

export interface EditLinkProps {
  file: string;
  line: number;
  /** The URL of the line on the Git host. */
  href: string;
  className?: string | undefined;
}

/** A pencil link to where the text is edited, in a new tab. Hidden in print. */
export function EditLink({ file, line, href, className }: EditLinkProps) {
  const name = `Edit ${file}, line ${String(line)}`;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes(styles.edit, className)} aria-label={name} title={name}>
      <Pencil size={15} aria-hidden="true" />
    </a>
  );
}
