/** Unsaved changes: saving them, discarding them, and what others saved in the meantime. */
import { useState } from 'react';
import type { AdminTexts } from '../../api/types';
import { Alert, Button, Dialog, foot, useHold } from '../../ui';
import styles from './AllowedEmails.module.css';
import { changes, isDirty, undo, rows, type Draft } from './draft';
import type { Meanwhile as Changes, useAllowList } from './useAllowList';

interface Props {
  texts: AdminTexts;
  draft: Draft;
  list: ReturnType<typeof useAllowList>;
}

/** Shows what isn't saved yet and saves it; then says for three seconds that it's saved. */
export function SaveBar({ texts, draft, list }: Props) {
  const { added, removed } = changes(draft);
  const { failure } = list;
  const sum = [added.length > 0 && `${added.length} to add`, removed.length > 0 && `${removed.length} to remove`].filter(Boolean).join(', ');
  if (!isDirty(draft)) {
    if (failure === undefined && !list.saved) return null;
    return <div className={styles.saved}>{failure ? <Alert>{failure}</Alert> : <Alert kind="good">{texts.saved}</Alert>}</div>;
  }
  return (
    <div className={styles.bar} ref={foot} role="region" aria-label={texts.unsaved}>
      {failure && <Alert>{failure}</Alert>}
      <div className={styles.line}>
        <p>
          <strong>{texts.unsaved}</strong> <span className={styles.sum}>{sum}</span>
        </p>
        <Button disabled={list.busy} onClick={() => list.change(rows(draft).filter(({ state }) => state !== 'kept').reduce(undo, draft))}>
          Discard
        </Button>
        <Button look="primary" aria-disabled={list.busy} onClick={() => !list.busy && list.save()}>
          {list.busy ? 'Saving…' : texts.save}
        </Button>
      </div>
    </div>
  );
}

/** Asks for confirmation before unsaved changes are discarded. */
export function LeaveGuard({ dirty, onLeave }: { dirty: boolean; onLeave: () => void }) {
  const [proceed, setProceed] = useState<(() => void) | undefined>(undefined);
  useHold(dirty ? (next) => setProceed(() => next) : undefined);
  if (proceed === undefined) return null;
  const stay = () => setProceed(undefined);
  return (
    <Dialog title="Leave without saving?" onClose={stay} backCloses={false}>
      <p>You haven’t saved your changes to the list. If you leave now, you’ll lose them.</p>
      <div className={styles.leave}>
        <Button
          onClick={() => {
            stay();
            onLeave();
            proceed();
          }}
        >
          Leave Without Saving
        </Button>
        <Button look="primary" onClick={stay}>
          Stay
        </Button>
      </div>
    </Dialog>
  );
}

/** Shown when another admin saved first: what they changed, and that the user's own changes aren't lost. */
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
