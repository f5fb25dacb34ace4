/** Asks before something is done to someone, and says what happens. What fails is told here, and nothing is closed. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentence } from '../../api/problem';
import { Alert, announce, Button, Dialog } from '../../ui';
import styles from './Confirm.module.css';

interface Props {
  title: string;
  /** What happens. */
  children: ReactNode;
  /** The word on the button, and while it is being done. */
  action: string;
  doing: string;
  /** Said to whoever can't see that it was done. */
  done: string;
  act: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
}

export function Confirm({ title, children, action, doing, done, act, onDone, onClose }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      announce(done);
      onDone();
      onClose();
    },
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.body}>
        {children}
        {error !== null && !isPending && <Alert>{sentence(error)}</Alert>}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
            {isPending ? doing : action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
