import { Alert } from '../../ui';
import styles from './AllowedEmails.module.css';
import type { Meanwhile as Changes } from './useAllowList';

/** Another admin saved first: what they did, and that nothing of one's own is lost. */
export function Meanwhile({ added, removed, dirty }: Changes & { dirty: boolean }) {
  const parts = [
    added.length > 0 && `${few(added)} came onto the list`,
    removed.length > 0 && `${few(removed)} ${removed.length === 1 ? 'was' : 'were'} taken off it`,
  ].filter(Boolean);
  return (
    <div className={styles.meanwhile}>
      <Alert kind="note">
        Someone else has changed the list in the meantime{parts.length > 0 && `: ${parts.join('; ')}`}.{' '}
        {dirty ? 'Your own changes stand on top of theirs. Look, and save again.' : 'Nothing of yours is left to save.'}
      </Alert>
    </div>
  );
}

function few(emails: readonly string[]): string {
  return emails.length > 5 ? `${emails.slice(0, 5).join(', ')} and ${emails.length - 5} more` : emails.join(', ');
}
