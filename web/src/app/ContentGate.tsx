/** The content of the version that the address names, or of the one served now. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Problem, sentence } from '../api/problem';
import { content } from '../api/queries';
import type { User } from '../api/types';
import { SignedProvider, type Signed } from '../contact/AppContext';
import { useContact } from '../contact/useContact';
import { AppRoutes } from '../routes';
import { Button } from '../ui';
import { CalmState } from './CalmState';
import { Frame } from './Frame';
import { Loading } from './Loading';

interface Props {
  user: User;
  isAdmin: boolean;
  signOut: () => Promise<void>;
}

export function ContentGate({ user, isAdmin, signOut }: Props) {
  const { version } = useContact();
  const { data, error: failed, refetch, isFetching, fetchStatus } = useQuery({ ...content(version), placeholderData: keepPreviousData });
  const error = fetchStatus === 'paused' ? new Problem(0, undefined) : failed;
  const signed = useMemo<Signed | undefined>(
    () => (data === undefined ? undefined : { user, isAdmin, content: data, signOut }),
    [user, isAdmin, data, signOut],
  );
  if (signed !== undefined) {
    return (
      <SignedProvider value={signed}>
        <Frame>
          <AppRoutes />
        </Frame>
      </SignedProvider>
    );
  }
  if (error === null) return <Loading />;
  return (
    <CalmState
      title="The guidance could not be loaded"
      actions={
        <>
          <Button look="primary" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Trying…' : 'Try Again'}
          </Button>
          <Button onClick={() => void signOut()}>Sign out</Button>
        </>
      }
    >
      {sentence(error)} Your place is kept.
    </CalmState>
  );
}
