import { Component, type ReactNode } from 'react';
import { Button, ComingScreen, PageHeading } from '../ui';
import { isMissingChunk, reloadOnce } from './chunk';
import styles from './ErrorBoundary.module.css';

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
