/** Asks before unsaved changes are left. */
import { useState } from 'react';
import { useHold } from '../../contact/leaving';
import { Button, Dialog } from '../../ui';
import styles from './AllowedEmails.module.css';

export function LeaveGuard({ dirty, onLeave }: { dirty: boolean; onLeave: () => void }) {
  const [proceed, setProceed] = useState<(() => void) | undefined>(undefined);
  useHold(dirty ? (next) => setProceed(() => next) : undefined);
  if (proceed === undefined) return null;
  const stay = () => setProceed(undefined);
  return (
    <Dialog title="Leave without saving?" onClose={stay}>
      <p>Your changes of the list are not saved. If you leave, they are lost.</p>
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
