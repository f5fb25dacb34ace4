/** Actions on a person, each with a confirmation dialog. An error is shown in the dialog, which stays open. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { allowList, audit, block, blockedEmails, endSessions, openSessions, unblock } from '../../api/people';
import { sentence } from '../../api/client';
import { Alert, announce, Button, Dialog } from '../../ui';
import styles from './People.module.css';

const acts = {
  block: {
    act: block,
    title: 'Block',
    text:
      'This takes effect right away. They’ll be taken off the list and signed out everywhere, and they can’t sign in again until someone ' +
      'unblocks them, even with an address in the organization’s own domain.',
    action: 'Block',
    doing: 'Blocking…',
    done: 'is blocked',
  },
  unblock: {
    act: unblock,
    title: 'Unblock',
    text:
      'This takes effect right away. They can sign in again if their address is in the organization’s own domain; otherwise, add them to ' +
      'the list too.',
    action: 'Unblock',
    doing: 'Unblocking…',
    done: 'is no longer blocked',
  },
  signOut: {
    act: endSessions,
    title: 'Sign out',
    text: 'They’ll be signed out in every browser, even in the middle of a contact. They can sign in again; to keep someone out, block them.',
    action: 'Sign Out',
    doing: 'Signing out…',
    done: 'has been signed out everywhere',
  },
};

interface Props {
  what: keyof typeof acts;
  email: string;
  onClose: () => void;
}

export function Ask({ what, email, onClose }: Props) {
  const { act, title, text, action, doing, done } = acts[what];
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => act(email),
    onSuccess: () => {
      announce(`${email} ${done}`);
      // Refetches everything about who may sign in and who is signed in. Unsaved changes on the page stay on top.
      for (const [first] of [allowList.queryKey, blockedEmails.queryKey, openSessions.queryKey, audit(undefined).queryKey]) {
        void queries.invalidateQueries({ queryKey: [first] });
      }
      onClose();
    },
  });
  return (
    <Dialog title={`${title} ${email}?`} onClose={onClose}>
      <div className={styles.ask}>
        <p>{text}</p>
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
