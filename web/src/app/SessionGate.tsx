/** Decides whether to show the login screen or the app. The URL never changes here, so the user's place is kept. */
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

/**
 * Returns whether someone is probably signed in. If nothing is known, someone who opens a screen other than the home
 * page is assumed to have been here before.
 */
export function isProbablySignedIn(pathname: string): boolean {
  const last = inBrowser.read(key);
  return last === undefined ? pathname !== '/' : last === 'yes';
}

/**
 * Remembers for next time whether someone was signed in; `public/first.js` reads it. The bar in `index.html` is for
 * signed-in users.
 */
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

  // Runs before paint, so that no bar shows behind the login screen.
  useLayoutEffect(() => {
    if (data === undefined) return;
    hintSignedIn(data.user !== null);
    // A different person at the same browser sees none of the previous person's data, and typed text never outlives the
    // session.
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
        // Signing out ends the contact; if the session merely expires, the same person can continue it.
        endContact();
        endSession(queries);
      }),
    [queries],
  );

  // A page restored from the back-forward cache missed every event: a sign-out, or a different person signing in.
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
    // The next person to sign in starts on the home page.
    goHome.current();
    queries.removeQueries({ predicate: ({ queryKey }) => !['session', 'session-ended', 'site'].includes(String(queryKey[0])) });
  }, [queries]);

  if (data === undefined) {
    if (error === null) return <ComingScreen />;
    return (
      <CalmState
        title={error instanceof Problem && error.status === 0 ? 'No connection' : 'Not available right now'}
        actions={<TryAgain trying={isFetching} onRetry={() => void refetch()} look="primary" />}
      >
        {sentence(error)} You won’t lose your place.
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
