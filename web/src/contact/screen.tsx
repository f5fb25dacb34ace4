/**
 * What every signed-in screen needs, and navigation between screens. Every forward move records the URL it came from,
 * so that the app's own Back can go back in the browser's history instead of adding to it, and stays consistent with the
 * browser's Back and Forward.
 */
import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useMemo, useState, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate, type LinkProps } from 'react-router-dom';
import type { Content, User } from '../api/types';
import { parseContact, type Contact } from '../paths';
import { closeOverlays, leave, onceClosed } from '../ui';
import type { Way } from './version';

export interface Signed {
  user: User;
  isAdmin: boolean;
  /** The content of the version that the URL names, or else of the one served now. */
  content: Content;
  /** How the shown content relates to what is served now. */
  way: Way;
  signOut: () => Promise<void>;
}

const Context = createContext<Signed | undefined>(undefined);

export const SignedProvider = Context.Provider;

export function useSigned(): Signed {
  const signed = useContext(Context);
  if (signed === undefined) throw new Error('useSigned outside of a signed-in screen');
  return signed;
}

/** What a browser history entry holds besides its URL; never typed text. */
interface Trace {
  /** The URL inside the app from which it was reached, if any. */
  from?: string | undefined;
  /** The key under which something is stored for this entry. */
  key?: string | undefined;
}

function useTrace(): Trace & { here: string } {
  const { pathname, search, state } = useLocation();
  const { from, key } = (typeof state === 'object' && state !== null ? state : {}) as Trace;
  return { here: pathname + search, from, key };
}

/** Returns the contact according to the URL. */
export function useContact(): Contact {
  const { search } = useLocation();
  return useMemo(() => parseContact(search), [search]);
}

/**
 * Handles a choice that's stored in the URL but shows immediately. A screen catches up with its URL a little later, and
 * until then a control that showed the URL's value would revert to the previous choice.
 *
 * Takes the value in the URL; returns the value to show, and a setter to call when the URL is changed.
 */
export function usePicked(inAddress: string): readonly [string, (next: string) => void] {
  const [picked, setPicked] = useState<string | undefined>(undefined);
  // Once the URL has caught up it takes over, so that the browser's Back takes effect.
  if (picked === inAddress) setPicked(undefined);
  return [picked ?? inAddress, setPicked];
}

/** Returns the screen's URL, including its query. */
export const useHere = (): string => useTrace().here;

/** How long a screen that must be seen first stays up before the volunteer can continue from it, in ms. */
const seenMs = 400;
let unseen = false;

/**
 * Holds `screen` until it has been seen, and returns whether it has been; until then, only Back leaves it. If `screen`
 * is `undefined`, nothing is held.
 */
export function useSeenFirst(screen: string | undefined): boolean {
  const [seen, setSeen] = useState<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (screen === undefined) return undefined;
    unseen = true;
    const isSeen = () => {
      unseen = false;
      setSeen(screen);
    };
    const timer = setTimeout(isSeen, seenMs);
    return () => {
      unseen = false;
      clearTimeout(timer);
    };
  }, [screen]);
  return screen === undefined || seen === screen;
}

export interface Go {
  /**
   * Goes to the next screen and adds one entry to the browser's history. The screen renders as a transition once its
   * code has loaded, so that the page stays responsive; `at once` is for a screen that someone is waiting for and that
   * has already loaded. Returns false if the current screen must be seen first.
   */
  forward: (to: string, how?: 'at once') => boolean;
  /** Goes to the previous screen without adding an entry. Goes back in the history if that screen is the previous entry. */
  back: (to: string) => void;
  /** Replaces the current URL without leaving the screen; `how` works as in `forward`. */
  replace: (to: string, how?: 'at once') => void;
  /** The URL inside the app from which this screen was reached. */
  from: string | undefined;
}

export function useGo(): Go {
  const navigate = useNavigate();
  const { here, from, key } = useTrace();
  return useMemo(() => {
    // A double click before the screen has changed counts as one move, even if the URL has already changed.
    const isThere = (to: string) => to === here || to === location.pathname + location.search;
    return {
      forward: (to, how) => {
        if (unseen) return false;
        if (isThere(to)) return true;
        const move = () => {
          if (!isThere(to)) void navigate(to, { state: { from: here } satisfies Trace });
        };
        leave(() => closeOverlays(how === 'at once' ? move : () => startTransition(move)));
        return true;
      },
      back: (to) => {
        const move = () => startTransition(() => void (from === to ? navigate(-1) : navigate(to, { replace: true })));
        leave(() => closeOverlays(move));
      },
      replace: (to, how) => {
        const move = () => void navigate(to, { replace: true, state: { from, key } satisfies Trace });
        // If an overlay's own entry were replaced, the change would be undone when the overlay closes.
        onceClosed(how === 'at once' ? move : () => startTransition(move));
      },
      from,
    };
  }, [navigate, here, from, key]);
}

/** Returns the key of this browser history entry. An entry without a key is given one; `fresh` is true until then. */
export function useEntryKey(): { key: string; fresh: boolean } {
  const navigate = useNavigate();
  const { key: entry } = useLocation();
  const { here, from, key } = useTrace();
  const own = useMemo(() => randomKey(entry), [entry]);
  // Not in a layout effect: in a synchronous render, the router starts listening only after layout effects have run.
  useEffect(() => {
    if (key === undefined) onceClosed(() => void navigate(here, { replace: true, state: { from, key: own } satisfies Trace }));
  }, [navigate, here, from, key, own]);
  return { key: key ?? own, fresh: key === undefined };
}

/** Returns an unguessable key for the history entry with this router key. */
function randomKey(entry: string): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].reduce((key, part) => key + part.toString(36), `${entry}-`);
}

/** A link to another screen of the app. */
export function GoLink({ to, onClick, ...rest }: Omit<LinkProps, 'to' | 'state'> & { to: string }) {
  const { here } = useTrace();
  const go = useGo();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // Opening a link in a new tab or window doesn't leave this one.
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (elsewhere || event.defaultPrevented) return;
    event.preventDefault();
    go.forward(to);
  };
  return <Link to={to} state={{ from: here } satisfies Trace} onClick={click} {...rest} />;
}
