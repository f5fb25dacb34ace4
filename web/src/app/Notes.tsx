/** Quiet lines under the header: the connection is down, a newer app is there, a contact waits. */
import { RotateCw, Undo2, WifiOff } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useStaleBuild } from '../api/build';
import type { Flow, Step } from '../api/types';
import { GoLink, useGo } from '../contact/navigation';
import { endContact, usePlace } from '../contact/place';
import { pages } from '../paths';
import { Button, buttonClass, classes } from '../ui';
import styles from './Frame.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

// Those that the address doesn't concern are not drawn again with every answer.

/** The walk through the tree needs no connection; searching does. */
export const OfflineNote = memo(function OfflineNote() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <p role="status" className={classes(styles.note, styles.offline)}>
      <WifiOff size={17} aria-hidden="true" />
      You are offline. What is on the screen stays, and your place is kept.
    </p>
  );
});

/** A newer build of the app is on the server. What is open goes on working; when to change is the volunteer's to say. */
export const BuildNote = memo(function BuildNote() {
  if (!useStaleBuild()) return null;
  return (
    <div role="status" className={styles.note}>
      <span>A new version of the app is ready. You come back to this screen; a name that you typed into a script is not kept.</span>
      <Button size="sm" onClick={() => location.reload()}>
        <RotateCw size={16} aria-hidden="true" />
        Reload
      </Button>
    </div>
  );
});

/** After a look elsewhere: the way back to the contact under way, or an end to it. */
export function ContactNote({ flow, step }: { flow: Flow | undefined; step: Step | undefined }) {
  const place = usePlace();
  const { pathname } = useLocation();
  const go = useGo();
  const first = flow?.steps[0]?.id === step?.id;
  if (place === undefined || (step !== undefined && !first) || pathname === pages.finish) return null;
  return (
    <aside className={styles.note} aria-label="Contact under way">
      <span>A contact is under way.</span>
      <GoLink to={place} className={buttonClass({ look: 'primary', size: 'sm' })}>
        <Undo2 size={16} aria-hidden="true" />
        Return to Contact
      </GoLink>
      <Button
        look="quiet"
        size="sm"
        onClick={() => {
          endContact();
          // On a flow's first step the new contact has begun already.
          if (step === undefined) go.forward(pages.home);
        }}
      >
        New Contact
      </Button>
    </aside>
  );
}
