/**
 * What every signed-in screen has, and moving between screens. Every forward move remembers the address it came from, so that the
 * app's own Back can go back in the browser's history instead of adding to it, and the browser's Back and Forward agree with it.
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
  /** Of the version that the address names, else of what is served now. */
  content: Content;
  /** How that stands to what is served now. */
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

/** What the address knows of the contact. */
export function useContact(): Contact {
  const { search } = useLocation();
  return useMemo(() => parseContact(search), [search]);
}

/**
 * A choice that lives in the address, shown at once: a screen follows its address a little later, and until then a
 * control that showed the address would fall back to the choice before.
 *
 * Takes what the address says; gives what to show, and what to call with a new choice beside changing the address.
 */
export function usePicked(inAddress: string): readonly [string, (next: string) => void] {
  const [picked, setPicked] = useState<string | undefined>(undefined);
  // The address has followed: from here on it decides, so that the browser's Back is seen.
  if (picked === inAddress) setPicked(undefined);
  return [picked ?? inAddress, setPicked];
}

/** The address of the screen, with its query. */
export const useHere = (): string => useTrace().here;

/** How long what is to be seen first is on the screen before anything leads on from it, in ms. */
const seenMs = 400;
let unseen = false;

/** `screen` is seen before it's left: until then, which is told, only Back leaves it. `undefined` may be left at once. */
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
   * To the next screen: one new entry in the browser's history. Drawn in pieces and once its code is here, so that the page
   * answers meanwhile; `at once` is for what someone waits for and is here already. False where this screen is to be seen first.
   */
  forward: (to: string, how?: 'at once') => boolean;
  /** To the screen before: no new entry. Goes back in the history where that screen is the entry before. */
  back: (to: string) => void;
  /** The same screen at a better address; how as with `forward`. */
  replace: (to: string, how?: 'at once') => void;
  /** Where this screen was come to from, inside the app. */
  from: string | undefined;
}

export function useGo(): Go {
  const navigate = useNavigate();
  const { here, from, key } = useTrace();
  return useMemo(() => {
    // Pressed twice before the screen has changed: it is one move, also where the address has changed already.
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
        // Written over an overlay's own entry it would be gone when that closes.
        onceClosed(how === 'at once' ? move : () => startTransition(move));
      },
      from,
    };
  }, [navigate, here, from, key]);
}

/** The key that this entry of the browser's history holds. Where it has none it is given one, once; `fresh` until it has it. */
export function useEntryKey(): { key: string; fresh: boolean } {
  const navigate = useNavigate();
  const { key: entry } = useLocation();
  const { here, from, key } = useTrace();
  const own = useMemo(() => randomKey(entry), [entry]);
  // Not in a layout effect: where all is drawn at once, the router doesn't listen before those are over.
  useEffect(() => {
    if (key === undefined) onceClosed(() => void navigate(here, { replace: true, state: { from, key: own } satisfies Trace }));
  }, [navigate, here, from, key, own]);
  return { key: key ?? own, fresh: key === undefined };
}

/** For the entry of the history that the router names so; nobody can guess it. */
function randomKey(entry: string): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].reduce((key, part) => key + part.toString(36), `${entry}-`);
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
