/** Ends every session of one's own, after a question: other browsers may be in the middle of something. */
import { useState } from 'react';
import { logoutEverywhere } from '../api/people';
import { sentence } from '../api/client';
import { Alert, Button, Dialog } from '../ui';
import styles from './Frame.module.css';

interface Props {
  signOut: () => Promise<void>;
  onClose: () => void;
}

export function SignOutEverywhere({ signOut, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const go = () => {
    setBusy(true);
    setFailed(undefined);
    logoutEverywhere().then(signOut, (error: unknown) => {
      setBusy(false);
      setFailed(sentence(error));
    });
  };
  return (
    <Dialog title="Sign out everywhere?" onClose={onClose}>
      <div className={styles.ask}>
        <p>You’ll be signed out here and in every other browser, on every device, even in the middle of a contact. You can sign in again right away.</p>
        {failed !== undefined && <Alert>{failed} You’re still signed in.</Alert>}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-disabled={busy} onClick={() => !busy && go()}>
            {busy ? 'Signing out…' : 'Sign Out Everywhere'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
