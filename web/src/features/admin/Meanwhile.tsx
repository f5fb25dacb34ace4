import { Alert } from '../../ui';
import styles from './AllowedEmails.module.css';
import type { Meanwhile as Changes } from './useAllowList';

/** Another admin saved first: what they did, and that nothing of one's own is lost. */
export function Meanwhile({ added, removed, dirty }: Changes & { dirty: boolean }) {
  const parts = [
    added.length > 0 && `${few(added)} ${added.length === 1 ? 'was' : 'were'} added`,
    removed.length > 0 && `${few(removed)} ${removed.length === 1 ? 'was' : 'were'} removed`,
  ].filter(Boolean);
  return (
    <div className={styles.meanwhile}>
      <Alert kind="note">
        Someone else changed the list while you had it open{parts.length > 0 && `: ${parts.join('; ')}`}.{' '}
        {dirty ? 'Your changes are still here. Check the list, then save again.' : 'You have nothing left to save.'}
      </Alert>
    </div>
  );
}

function few(emails: readonly string[]): string {
  return emails.length > 5 ? `${emails.slice(0, 5).join(', ')} and ${emails.length - 5} more` : emails.join(', ');
}
