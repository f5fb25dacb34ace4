import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { answer, client, sentence, unreachable } from '../../api/client';
import { session } from '../../api/queries';
import { signOutHeard } from '../../api/signOut';
import type { SignInMethod } from '../../api/types';
import { inTab } from '../../store';
import { begin, type Attempt, type Outcome } from './popup';

/** How long anyone may take to choose an account, in ms. */
const bound = 5 * 60_000;
/** An engine that doesn't respond for this long counts as unreachable, in ms. */
const patience = 10_000;

/** Fails if a sign-in would end on the browser's own error page, or if a pending sign-out would end the new session. */
async function reached(): Promise<void> {
  if (!(await signOutHeard())) throw unreachable;
  await answer(client.GET('/api/site', { signal: AbortSignal.timeout(patience) }));
}

/** The key under which a sign-in in the whole window leaves its error; the engine's page writes it. */
const left = 'callguide-sign-in-error';

export interface SignIn {
  busy: boolean;
  /** Why the last attempt failed. */
  error: string | undefined;
  start: (method: SignInMethod) => void;
  cancel: () => void;
}

/**
 * Goes from idle to busy, then to signed in or an error (spec §4). Only the session itself counts as success, never the
 * popup's message.
 */
export function useSignIn(failed: string): SignIn {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(() => inTab.read(left));
  const attempt = useRef<Attempt | undefined>(undefined);

  const stop = useCallback(() => {
    attempt.current?.stop();
    attempt.current = undefined;
    setBusy(false);
  }, []);

  const ask = useCallback(() => queries.fetchQuery({ ...session, staleTime: 0, retry: false }), [queries]);

  const onOutcome = useCallback(
    (outcome: Outcome) => {
      stop();
      if (!outcome.ok) {
        setError(outcome.error || failed);
        return;
      }
      ask().then(
        ({ user }) => {
          if (user === null) setError(failed);
        },
        (problem: unknown) => setError(sentence(problem)),
      );
    },
    [ask, failed, stop],
  );

  const start = useCallback(
    (method: SignInMethod) => {
      attempt.current?.stop();
      setError(undefined);
      setBusy(true);
      const next = begin(method.start, onOutcome);
      attempt.current = next;
      reached().then(
        () => {
          if (attempt.current === next) next.go();
        },
        (problem: unknown) => {
          if (attempt.current === next) onOutcome({ ok: false, error: sentence(problem) });
        },
      );
    },
    [onOutcome],
  );

  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => {
      stop();
      setError(failed);
    }, bound);
    return () => clearTimeout(timer);
  }, [busy, failed, stop]);

  useEffect(() => {
    // The popup may have been closed, or its message lost: the button can be pressed again, and the session shows
    // whether anyone is signed in. A popup that's still open may continue, and its messages are still received. In the
    // whole window, the sign-in is already under way.
    const onFocus = () => {
      const asked = attempt.current;
      if (asked?.opened !== true) return;
      setBusy(false);
      ask().then(
        ({ user }) => {
          if (user !== null) stop();
        },
        (problem: unknown) => {
          if (attempt.current === asked) setError(sentence(problem));
        },
      );
    };
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [ask, stop]);

  useEffect(() => {
    // The error is shown only once.
    inTab.keep(left, undefined);
    // When someone returns from the provider in the whole window, the browser may restore the page in its previous
    // state: busy.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) stop();
    };
    addEventListener('pageshow', onShow);
    return () => {
      removeEventListener('pageshow', onShow);
      attempt.current?.stop();
    };
  }, [stop]);

  return { busy, error, start, cancel: stop };
}
