/** The login screen (spec §2, §4, §8). It appears at whatever URL was opened, and keeps it. */
import { KeyRound } from 'lucide-react';
import { usePublicSite } from '../../api/queries';
import { sentence } from '../../api/client';
import type { PublicSite } from '../../api/types';
import { Alert, Button, Card, Mark, PageHeading, TitlePartsProvider } from '../../ui';
import styles from './Login.module.css';
import { useSignIn } from './useSignIn';

export function Login({ ended }: { ended: boolean }) {
  const { data: site, error, refetch } = usePublicSite();
  if (site !== undefined) return <LoginScreen site={site} ended={ended} />;
  if (error === null) return null;
  return (
    <main className={styles.screen}>
      <Card className={styles.card}>
        <Alert>{sentence(error)}</Alert>
        <Button look="primary" onClick={() => void refetch()}>
          Try Again
        </Button>
      </Card>
    </main>
  );
}

function LoginScreen({ site, ended }: { site: PublicSite; ended: boolean }) {
  const { login } = site;
  const { busy, error, start, cancel } = useSignIn(login.failed);
  const method = site.sign_in[0];
  return (
    <TitlePartsProvider value={[site.product]}>
      <div className={styles.screen}>
        <header className={styles.brand}>
          <Mark size={48} className={styles.mark} />
          <p className={styles.organisation}>{site.organisation}</p>
          <p className={styles.tagline}>{site.tagline}</p>
        </header>
        <main className={styles.main}>
          <Card className={styles.card}>
            <div>
              <PageHeading title={login.heading}>{login.heading}</PageHeading>
              <p className={styles.text}>{login.text}</p>
            </div>
            <div className={styles.alerts}>
              {error !== undefined && !busy ? (
                <Alert>{error}</Alert>
              ) : (
                ended && <Alert kind="note">Your session has ended. Sign in to pick up where you left off.</Alert>
              )}
            </div>
            {method && (
              <Button size="lg" wide look="primary" disabled={busy} onClick={() => start(method)}>
                <KeyRound size={18} aria-hidden="true" />
                {busy ? login.busy : login.button}
              </Button>
            )}
            {busy && (
              <Button look="quiet" onClick={cancel}>
                Cancel
              </Button>
            )}
            <p className={styles.note}>{login.note}</p>
            {method?.kind === 'development' && (
              <p className={styles.development}>
                <strong>Development sign-in.</strong> This machine has no sign-in provider. Use the button to choose who to sign in as.
              </p>
            )}
          </Card>
        </main>
        <footer className={styles.copyright}>{site.copyright}</footer>
      </div>
    </TitlePartsProvider>
  );
}
