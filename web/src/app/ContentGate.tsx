/**
 * Provides the content of the version that the URL names, or of the one served now. When the served version differs
 * from the one shown, it's first fetched completely. It then replaces the old one automatically if the volunteer isn't
 * in the middle of anything; otherwise it waits.
 */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { failure, sentence } from '../api/client';
import { useServed } from '../api/events/useServed';
import { faqEntries } from '../api/faq';
import { adopt, content, newest } from '../api/queries';
import type { Content, User } from '../api/types';
import { useCurrent } from '../contact/contact';
import { SignedProvider, useContact, useHere, type Signed } from '../contact/screen';
import { isUnderWay } from '../contact/stage';
import { movedTo, useIsSteady, wayOf, type Way } from '../contact/version';
import { AppRoutes, Renew } from '../routes';
import { Button, ComingScreen, TryAgain } from '../ui';
import { CalmState } from './ErrorBoundary';
import { Frame } from './Frame';

/**
 * Returns how the shown content relates to the served version. `served` is the latest version that this tab has heard
 * of, `shown` is the content on the screen, `settled` says whether the content for the URL has finished loading, and
 * `address` is the version that the URL names.
 */
function useWay(served: string | undefined, shown: Content | undefined, settled: boolean, address: string | undefined): Way {
  const queries = useQueryClient();
  const here = useHere();
  const place = useCurrent('place');
  const steady = useIsSteady();
  const newer = useNewer(served, shown);

  const isBusy = (at: string | undefined) => shown !== undefined && at !== undefined && isUnderWay(shown, at);
  const inContact = isBusy(here);
  const elsewhere = isBusy(place) || steady;
  const version = settled ? shown?.version : undefined;
  const successor = movedTo(address);
  const way = useMemo(() => wayOf({ address, successor, shown: version, newer, inContact, elsewhere }), [address, successor, version, newer, inContact, elsewhere]);
  useEffect(() => {
    if (way.state === 'moving') adopt(queries, way.newer);
  }, [queries, way]);
  return way;
}

/** Returns the served content once it has arrived, if `shown` is a different version. */
function useNewer(served: string | undefined, shown: Content | undefined): Content | undefined {
  const other = served !== undefined && shown !== undefined && served !== shown.version;
  const content = useQuery({ ...newest(served ?? ''), enabled: other });
  const here = other && content.data?.version !== shown.version ? content.data : undefined;
  // FAQ content on the screen must be swapped at the same moment. If it fails to load, the rest is still offered as
  // newer.
  const faq = useQuery({ ...faqEntries(here?.version ?? ''), enabled: here !== undefined });
  // While an even newer version is loading, keep the last complete one so that nothing flickers.
  const [whole, setWhole] = useState<Content | undefined>(undefined);
  if (here !== undefined && !faq.isPending && here !== whole) setWhole(here);
  return other && whole?.version !== shown.version ? whole : undefined;
}

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
  // Memoized: the values used here (events, the contact's place) change with every answer, which shouldn't re-render
  // everything.
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
      {sentence(error)} You won’t lose your place.
    </CalmState>
  );
}
