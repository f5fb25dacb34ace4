/** What can be done to someone, each with the question that comes before. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allowList, audit } from '../../api/allowList';
import { block, blockedEmails, endSessions, openSessions, unblock } from '../../api/people';
import { sentence } from '../../api/problem';
import { Alert, announce, Button, Dialog } from '../../ui';
import styles from './People.module.css';

interface Props {
  email: string;
  onClose: () => void;
}

/** Looks again at everything that says who may come in and who is in. What was changed here and not saved stays on top. */
function useLookAgain(): () => void {
  const queries = useQueryClient();
  return () => {
    for (const [first] of [allowList.queryKey, blockedEmails.queryKey, openSessions.queryKey, audit(undefined).queryKey]) {
      void queries.invalidateQueries({ queryKey: [first] });
    }
  };
}

export function AskBlock({ email, onClose }: Props) {
  const lookAgain = useLookAgain();
  return (
    <Confirm
      title={`Block ${email}?`}
      action="Block"
      doing="Blocking…"
      done={`${email} is blocked`}
      act={() => block(email)}
      onDone={lookAgain}
      onClose={onClose}
    >
      <p>
        This takes effect right away. They’ll be taken off the list and signed out everywhere, and they can’t sign in again until someone unblocks them, even
        with an address in the organization’s own domain.
      </p>
    </Confirm>
  );
}

export function AskUnblock({ email, onClose }: Props) {
  const lookAgain = useLookAgain();
  return (
    <Confirm
      title={`Unblock ${email}?`}
      action="Unblock"
      doing="Unblocking…"
      done={`${email} is no longer blocked`}
      act={() => unblock(email)}
      onDone={lookAgain}
      onClose={onClose}
    >
      <p>This takes effect right away. They can sign in again if their address is in the organization’s own domain; otherwise, add them to the list too.</p>
    </Confirm>
  );
}

export function AskSignOut({ email, onClose }: Props) {
  const lookAgain = useLookAgain();
  return (
    <Confirm
      title={`Sign out ${email}?`}
      action="Sign Out"
      doing="Signing out…"
      done={`${email} has been signed out everywhere`}
      act={() => endSessions(email)}
      onDone={lookAgain}
      onClose={onClose}
    >
      <p>They’ll be signed out in every browser, even in the middle of a contact. They can sign in again; to keep someone out, block them.</p>
    </Confirm>
  );
}

interface ConfirmProps {
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

/** Asks before something is done to someone, and says what happens. What fails is told here, and nothing is closed. */
function Confirm({ title, children, action, doing, done, act, onDone, onClose }: ConfirmProps) {
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
      <div className={styles.ask}>
        {children}
        {error !== null && !isPending && <Alert>{sentence(error)}</Alert>}
        <div className={styles.choices}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
            {isPending ? doing : action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
