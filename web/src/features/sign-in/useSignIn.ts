import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { answer, client, sentence, unreachable } from '../../api/client';
import { session } from '../../api/queries';
import { signOutHeard } from '../../api/signOut';
import type { SignInMethod } from '../../api/types';
import { inTab } from '../../store';
import { begin, type Attempt, type Outcome } from './popup';

/** Nobody chooses an account for longer than this. */
const bound = 5 * 60_000;
/** An engine that says nothing for so long isn't there. */
const patience = 10_000;

/** Fails where a sign-in would end on the browser's own error page, or a sign-out that is due would end the session that begins. */
async function reached(): Promise<void> {
  if (!(await signOutHeard())) throw unreachable;
  await answer(client.GET('/api/site', { signal: AbortSignal.timeout(patience) }));
}

/** Where a sign-in in the whole window leaves what went wrong; the engine's page writes it. */
const left = 'callguide-sign-in-error';

export interface SignIn {
  busy: boolean;
  /** Why the last try failed. */
  error: string | undefined;
  start: (method: SignInMethod) => void;
  cancel: () => void;
}

/** Idle, busy, then in or an error (spec §4). Success is the session's own answer, never the popup's word. */
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
    // The popup may have been closed, or its word lost: the button can be pressed again, and the session knows whether someone is
    // in. A popup that is still open may go on, and is listened to. The whole window, where that goes, is on its way.
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
    // Told once.
    inTab.keep(left, undefined);
    // Back from the provider in the whole window the browser shows the page as it was left: busy.
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
