/**
 * Moving between screens. Every forward move remembers the address it came from, so that the app's own Back can
 * go back in the browser's history instead of adding to it, and the browser's Back and Forward agree with it.
 */
import { startTransition, useCallback, useLayoutEffect, useMemo, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate, type LinkProps } from 'react-router-dom';
import { leave } from './leaving';

/** What an entry of the browser's history holds besides its address. Nothing that was typed. */
interface Trace {
  /** Where it was reached from inside the app, if it was. */
  from?: string | undefined;
  /** Under which key something is kept for it. */
  key?: string | undefined;
}

function useTrace(): Trace & { here: string } {
  const { pathname, search, state } = useLocation();
  const { from, key } = (typeof state === 'object' && state !== null ? state : {}) as Trace;
  return { here: pathname + search, from, key };
}

export interface Go {
  /**
   * To the next screen: one new entry in the browser's history. Drawn in pieces and once its code is here, so that the page
   * answers meanwhile; `at once` is for what somebody waits for and is here already.
   */
  forward: (to: string, how?: 'at once') => void;
  /** To the screen before: no new entry. Goes back in the history where that screen is the entry before. */
  back: (to: string) => void;
  /** The same screen at a better address; how as with `forward`. */
  replace: (to: string, how?: 'at once') => void;
}

export function useGo(): Go {
  const navigate = useNavigate();
  const { here, from, key } = useTrace();
  const forward = useCallback(
    (to: string, how?: 'at once') => {
      // Pressed twice before the screen has changed: it is one move.
      if (to === here) return;
      const move = () => void navigate(to, { state: { from: here } satisfies Trace });
      leave(how === 'at once' ? move : () => startTransition(move));
    },
    [navigate, here],
  );
  const back = useCallback(
    (to: string) => {
      leave(() => startTransition(() => void (from === to ? navigate(-1) : navigate(to, { replace: true }))));
    },
    [navigate, from],
  );
  const replace = useCallback(
    (to: string, how?: 'at once') => {
      const move = () => void navigate(to, { replace: true, state: { from, key } satisfies Trace });
      if (how === 'at once') move();
      else startTransition(move);
    },
    [navigate, from, key],
  );
  return useMemo(() => ({ forward, back, replace }), [forward, back, replace]);
}

/** The key that this entry of the browser's history holds. Where it has none yet it is given one by `make`, once. */
export function useEntryKey(make: () => string): string | undefined {
  const navigate = useNavigate();
  const { here, from, key } = useTrace();
  useLayoutEffect(() => {
    if (key === undefined) void navigate(here, { replace: true, state: { from, key: make() } satisfies Trace });
  }, [navigate, here, from, key, make]);
  return key;
}

/** A link to another screen of the app. */
export function GoLink({ to, onClick, ...rest }: Omit<LinkProps, 'to' | 'state'> & { to: string }) {
  const { here } = useTrace();
  const go = useGo();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // Into a new tab or window nobody leaves.
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    go.forward(to);
  };
  return <Link to={to} state={{ from: here } satisfies Trace} onClick={click} {...rest} />;
}
