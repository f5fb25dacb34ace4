/** Who comes to which side of the sign-in. The address never changes here: the place is kept. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { failure, Problem, sentence } from '../api/client';
import { endSession, session, sessionEnded, signedOut, useSession } from '../api/queries';
import { logout, onSignOutElsewhere } from '../api/signOut';
import { contactOf, dropEnded, dropVoter, endContact } from '../contact/contact';
import { useGo } from '../contact/screen';
import { forgetWords } from '../contact/words';
import { pages } from '../paths';
import { Login } from '../routes';
import { inBrowser } from '../store';
import { ComingScreen, TryAgain } from '../ui';
import { ContentGate } from './ContentGate';
import { CalmState } from './ErrorBoundary';
import { PublicPreviewBanner } from './PreviewBanner';

const key = 'callguide.signed-in';

/** Where nothing is known: who comes to a screen, and not to the front door, has been here before. */
export function isProbablySignedIn(pathname: string): boolean {
  const last = inBrowser.read(key);
  return last === undefined ? pathname !== '/' : last === 'yes';
}

/** Remembered for the next time; `public/first.js` reads it. The bar in `index.html` is for who is signed in. */
export function hintSignedIn(signedIn: boolean): void {
  document.documentElement.toggleAttribute('data-frame', signedIn);
  inBrowser.keep(key, signedIn ? 'yes' : 'no');
}

export function SessionGate() {
  const queries = useQueryClient();
  const asked = useSession();
  const { data, refetch, isFetching } = asked;
  const error = failure(asked);
  const go = useGo();
  const goHome = useRef<() => void>(() => undefined);
  useEffect(() => {
    goHome.current = () => go.replace(pages.home);
  });
  const { data: ended } = useQuery(sessionEnded);
  const user = data?.user ?? undefined;

  // Before anything is painted: behind the login screen is no bar.
  useLayoutEffect(() => {
    if (data === undefined) return;
    hintSignedIn(data.user !== null);
    // Another person at the same browser sees nothing of the one before, and what was typed outlives no session.
    if (user === undefined) {
      forgetWords();
      dropEnded();
      dropVoter();
    } else contactOf(user.email);
  }, [data, user]);

  useEffect(() => {
    if (user !== undefined) queries.setQueryData(sessionEnded.queryKey, false);
  }, [user, queries]);

  useEffect(
    () =>
      onSignOutElsewhere(() => {
        // Who signs out is done; a session that runs out keeps the contact for the same person.
        endContact();
        endSession(queries);
      }),
    [queries],
  );

  // A page that the browser kept whole while the person was elsewhere heard nothing: not of a sign-out, not of another person.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refetch();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [refetch]);

  const signOut = useCallback(async () => {
    await logout();
    endContact();
    contactOf(undefined);
    queries.setQueryData(session.queryKey, signedOut);
    // Whoever signs in next begins at the beginning.
    goHome.current();
    queries.removeQueries({ predicate: ({ queryKey }) => !['session', 'session-ended', 'site'].includes(String(queryKey[0])) });
  }, [queries]);

  if (data === undefined) {
    if (error === null) return <ComingScreen />;
    return (
      <CalmState
        title={error instanceof Problem && error.status === 0 ? 'No connection' : 'Not available at the moment'}
        actions={<TryAgain trying={isFetching} onRetry={() => void refetch()} look="primary" />}
      >
        {sentence(error)} Your place is kept.
      </CalmState>
    );
  }
  if (user === undefined) {
    return (
      <>
        <PublicPreviewBanner />
        <Suspense fallback={<ComingScreen />}>
          <Login ended={ended} />
        </Suspense>
      </>
    );
  }
  return <ContentGate key={user.email} user={user} isAdmin={data.is_admin} signOut={signOut} />;
}
