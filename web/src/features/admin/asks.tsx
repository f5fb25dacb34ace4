/** What can be done to somebody, each with the question that comes before. */
import { useQueryClient } from '@tanstack/react-query';
import { allowList, audit } from '../../api/allowList';
import { block, blockedEmails, endSessions, openSessions, unblock } from '../../api/people';
import { Confirm } from './Confirm';

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
        This is saved at once. They are taken off the list, signed out everywhere, and can’t sign in again until somebody unblocks them: also where their address
        is of the organization’s own domain.
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
      <p>This is saved at once. They can sign in again if their address is of the organization’s own domain; otherwise add them to the list as well.</p>
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
      done={`${email} is signed out everywhere`}
      act={() => endSessions(email)}
      onDone={lookAgain}
      onClose={onClose}
    >
      <p>They are signed out in every browser, also in the middle of a contact. They can sign in again: to keep somebody out, block them.</p>
    </Confirm>
  );
}
