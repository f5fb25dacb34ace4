/** The content of the version that the address names, or of the one served now. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useMemo } from 'react';
import { useServed } from '../api/events/useServed';
import { failure, sentence } from '../api/problem';
import { checkSession, content } from '../api/queries';
import type { User } from '../api/types';
import { SignedProvider, type Signed } from '../contact/AppContext';
import { movedTo } from '../contact/moves';
import { useContact } from '../contact/useContact';
import { AppRoutes } from '../routes';
import { Renew } from '../routes/slots';
import { Button, TryAgain } from '../ui';
import { CalmState } from './CalmState';
import { Frame } from './Frame';
import { Loading } from './Loading';
import { useNewer } from './useNewer';

interface Props {
  user: User;
  isAdmin: boolean;
  signOut: () => Promise<void>;
}

export function ContentGate({ user, isAdmin, signOut }: Props) {
  const queries = useQueryClient();
  const { version } = useContact();
  const shown = useQuery({ ...content(movedTo(version)), placeholderData: keepPreviousData });
  const { data, refetch, isFetching } = shown;
  const error = failure(shown);
  const served = useServed(() => void checkSession(queries));
  const newer = useNewer(served.version, data);
  const { stop } = served;
  const leave = useCallback(() => {
    stop();
    return signOut();
  }, [stop, signOut]);
  const signed = useMemo<Signed | undefined>(
    () => (data === undefined ? undefined : { user, isAdmin, content: data, newer, signOut: leave }),
    [user, isAdmin, data, newer, leave],
  );
  // The version in the address is gone, or the contact has moved on from it.
  const renewed = version !== undefined && data !== undefined && !shown.isPlaceholderData && data.version !== version;
  // Made once: what is followed here (events, the contact's place) changes with every answer, and need not draw all anew.
  const screen = useMemo(
    () => (
      <Frame>
        {renewed ? (
          <Suspense fallback={<Loading />}>
            <Renew />
          </Suspense>
        ) : (
          <AppRoutes />
        )}
      </Frame>
    ),
    [renewed],
  );
  if (signed !== undefined) return <SignedProvider value={signed}>{screen}</SignedProvider>;
  if (error === null) return <Loading />;
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
