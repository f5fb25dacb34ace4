/** Asks before unsaved changes are left. */
import { useState } from 'react';
import { Button, Dialog, useHold } from '../../ui';
import styles from './AllowedEmails.module.css';

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
