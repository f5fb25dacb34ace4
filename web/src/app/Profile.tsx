/** The profile menu's button and its menu. */
import { LogOut, MonitorX, Settings, UserRound } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { sentence } from '../api/client';
import { logoutEverywhere } from '../api/people';
import { GoLink, useSigned } from '../contact/screen';
import { pages } from '../paths';
import { Alert, Button, classes, Dialog, leave, Segments, setTheme, useTheme, type Theme } from '../ui';
import styles from './Frame.module.css';

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** Who is signed in, and their menu. Everyone sees Admin Settings (spec §6). */
export const Profile = memo(function Profile() {
  const { user, signOut } = useSigned();
  const menu = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const [everywhere, setEverywhere] = useState(false);
  const name = user.first_name ?? 'Volunteer';
  return (
    <>
      <Button look="quiet" className={classes(styles.tool, styles.profile)} popoverTarget="profile" aria-label={`${name}: profile`}>
        <Photo url={user.photo_url ?? undefined} />
        <span className={styles.name}>{name}</span>
      </Button>
      <div id="profile" ref={menu} popover="auto" role="group" aria-label="Profile" className={classes(styles.popover, styles.small)}>
        <p className={styles.who}>
          <strong>{user.display_name ?? name}</strong>
          {user.email}
        </p>
        <GoLink to={pages.admin} className={styles.entry} onClick={() => menu.current?.hidePopover()}>
          <Settings size={18} aria-hidden="true" />
          Admin Settings
        </GoLink>
        <div className={styles.theme}>
          <Segments label="Theme" name="theme" options={themes} value={theme} onChange={setTheme} wide />
        </div>
        <button type="button" className={styles.entry} onClick={() => leave(() => void signOut())}>
          <LogOut size={18} aria-hidden="true" />
          Sign out
        </button>
        <button
          type="button"
          className={styles.entry}
          onClick={() => {
            menu.current?.hidePopover();
            leave(() => setEverywhere(true));
          }}
        >
          <MonitorX size={18} aria-hidden="true" />
          Sign out everywhere
        </button>
      </div>
      {everywhere && <SignOutEverywhere signOut={signOut} onClose={() => setEverywhere(false)} />}
    </>
  );
});

function Photo({ url }: { url: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (url !== undefined && !broken) {
    return <img className={styles.photo} src={url} alt="" width={32} height={32} referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
  }
  return (
    <span className={styles.photo}>
      <UserRound size={18} aria-hidden="true" />
    </span>
  );
}

interface Props {
  signOut: () => Promise<void>;
  onClose: () => void;
}

function SignOutEverywhere({ signOut, onClose }: Props) {
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
