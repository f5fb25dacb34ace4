/**
 * What couldn't be drawn, and the way on. A part of the app's code that is gone from the server, because a newer build took this one's
 * place, isn't worth a question: the page is loaded again where it stands. The address is the state, so it comes back to the same screen.
 *
 * Only for what the screen needs now, never for what was fetched ahead. Once for every build of the page, so that a server
 * on which the part is missing for good makes no loop; and never without a connection, where nothing would come back.
 */
import { Component, type ReactNode } from 'react';
import { inTab } from '../store';
import { Button, ComingScreen, PageHeading } from '../ui';
import styles from './ErrorBoundary.module.css';

const key = 'callguide.reloaded';
/** A server that takes longer to answer is away. */
const answerMs = 5000;

/** Whether `error` says that a part of the app's code couldn't be fetched. Browsers have no code for it, only words. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script|preload CSS/i.test(error.message);
}

/** The build that this page is of: the name of its first script has the hash of the whole. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'unknown';
}

/** Loads the page again, once. Gives `false` where that was done before or wouldn't help: then the person decides. */
export async function reloadOnce(reload: () => void = () => location.reload()): Promise<boolean> {
  const own = build();
  if (inTab.read(key) === own) return false;
  const page = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).catch(() => undefined);
  if (page?.ok !== true) return false;
  inTab.keep(key, own);
  // Where nothing can be kept nothing guards against a loop.
  if (inTab.read(key) !== own) return false;
  reload();
  return true;
}

/** A screen on which nothing else can be shown: what happened, and the way on. */
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
  /** The page is about to be loaded again. */
  reloading: boolean;
}

/** What React couldn't draw. The address is the state, so loading the page again comes back to the same place. */
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
    // A part of the app that is no longer on the server: a newer build has taken its place.
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
        {missing && 'A newer version may have been installed, or the connection is down. '}Reload to go on; you come back to this screen.
      </CalmState>
    );
  }
}
