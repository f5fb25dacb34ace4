import { Pencil } from 'lucide-react';
import { classes } from './classes';
import styles from './EditLink.module.css';

export interface EditLinkProps {
  file: string;
  line: number;
  /** Address of the line on the git host. */
  href: string;
  className?: string | undefined;
}

/** A pencil that leads to where a text is edited, in a new tab. On paper there is none. */
export function EditLink({ file, line, href, className }: EditLinkProps) {
  const name = `Edit ${file}, line ${String(line)}`;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes(styles.edit, className)} aria-label={name} title={name}>
      <Pencil size={15} aria-hidden="true" />
    </a>
  );
}
