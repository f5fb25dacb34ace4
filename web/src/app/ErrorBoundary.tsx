/**
 * Shows an error when something couldn't be rendered, with a way to continue. If part of the app's code is gone from
 * the server because a newer build replaced it, the page reloads without asking. The URL is the state, so the reload
 * returns to the same screen.
 *
 * It reloads only for code that the screen needs now, never for prefetched code; only once per build, so that a file
 * that's permanently missing doesn't cause a reload loop; and never offline, where the reload would fail.
 */
import { Component, type ReactNode } from 'react';
import { inTab } from '../store';
import { Button, ComingScreen, PageHeading } from '../ui';
import styles from './ErrorBoundary.module.css';

const key = 'callguide.reloaded';
/** A server that takes longer than this to respond counts as unavailable. */
const answerMs = 5000;

/**
 * Whether `error` means that part of the app's code couldn't be fetched. Browsers have no error code for this, only
 * messages.
 */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script|preload CSS/i.test(error.message);
}

/** Returns the build of this page: the name of its first script contains a hash of the whole build. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'unknown';
}

/**
 * Reloads the page, at most once. Returns `false` if it already did or if reloading wouldn't help; then the user decides.
 */
export async function reloadOnce(reload: () => void = () => location.reload()): Promise<boolean> {
  const own = build();
  if (inTab.read(key) === own) return false;
  const page = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).catch(() => undefined);
  if (page?.ok !== true) return false;
  inTab.keep(key, own);
  // Without storage nothing would prevent a loop.
  if (inTab.read(key) !== own) return false;
  reload();
  return true;
}

/** A screen for when nothing else can be shown: what happened, and a way to continue. */
export function CalmState({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <main className={styles.state}>
      <PageHeading title={title}>{title}</PageHeading>
      <p role="status">{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}

interface State {
  error: unknown;
  /** The page is about to reload. */
  reloading: boolean;
}

/** Catches render errors. The URL is the state, so reloading the page returns to the same place. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined, reloading: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, reloading: isMissingChunk(error) };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
    if (isMissingChunk(error)) void reloadOnce().then((reloading) => this.setState({ reloading }));
  }

  override render() {
    const { error, reloading } = this.state;
    if (error === undefined) return this.props.children;
    if (reloading) return <ComingScreen />;
    // The code is no longer on the server; a newer build has replaced it.
    const missing = isMissingChunk(error);
    return (
      <CalmState
        title={missing ? 'This part of the app couldn’t be loaded' : 'Something went wrong on this screen'}
        actions={
          <Button look="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        }
      >
        {missing && 'A newer version may have been installed, or the connection is down. '}Reload to continue; you’ll come back to this screen.
      </CalmState>
    );
  }
}
