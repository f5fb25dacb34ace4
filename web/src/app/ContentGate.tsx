/** The content of the version that the address names, or of the one served now. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo } from 'react';
import { useServed } from '../api/events/useServed';
import { failure, sentence } from '../api/client';
import { content } from '../api/queries';
import type { User } from '../api/types';
import { SignedProvider, useContact, type Signed } from '../contact/screen';
import { movedTo } from '../contact/version';
import { AppRoutes, Renew } from '../routes';
import { Button, ComingScreen, TryAgain } from '../ui';
import { CalmState } from './ErrorBoundary';
import { Frame } from './Frame';
import { useWay } from './useWay';

interface Props {
  user: User;
  isAdmin: boolean;
  signOut: () => Promise<void>;
}

export function ContentGate({ user, isAdmin, signOut }: Props) {
  const { version } = useContact();
  const shown = useQuery({ ...content(movedTo(version)), placeholderData: keepPreviousData });
  const { data, refetch, isFetching } = shown;
  const error = failure(shown);
  const served = useServed();
  const way = useWay(served.version, data, !shown.isPlaceholderData, version);
  const { stop } = served;
  const leave = useCallback(() => {
    stop();
    return signOut();
  }, [stop, signOut]);
  const signed = useMemo<Signed | undefined>(
    () => (data === undefined ? undefined : { user, isAdmin, content: data, way, signOut: leave }),
    [user, isAdmin, data, way, leave],
  );
  const isRenewed = way.state === 'gone' || way.state === 'renewed';
  // Made once: what is followed here (events, the contact's place) changes with every answer, and need not draw all anew.
  const screen = useMemo(
    () => (
      <Frame>
        {isRenewed ? (
          <Suspense fallback={<ComingScreen />}>
            <Renew />
          </Suspense>
        ) : (
          <AppRoutes />
        )}
      </Frame>
    ),
    [isRenewed],
  );
  if (signed !== undefined) return <SignedProvider value={signed}>{screen}</SignedProvider>;
  if (error === null) return <ComingScreen />;
  return (
    <CalmState
      title="The guidance couldn’t be loaded"
      actions={
        <>
          <TryAgain trying={isFetching} onRetry={() => void refetch()} look="primary" />
          <Button onClick={() => void signOut()}>Sign out</Button>
        </>
      }
    >
      {sentence(error)} Your place is kept.
    </CalmState>
  );
}
