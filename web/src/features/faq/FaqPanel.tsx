/** The FAQ panel (spec §2): search, category, results, and one entry enlarged. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { FaqTexts } from '../../api/types';
import { toggleUsed, useUsed } from '../../contact/facts';
import type { FaqPanelProps, FaqPlace } from '../../contact/panels';
import { useSigned } from '../../contact/screen';
import { announce, plural, useShortcut } from '../../ui';
import { ticketKey } from './Entry';
import { EntryDialog } from './EntryDialog';
import { NamedRegion } from './NamedRegion';
import { Results } from './Results';
import styles from './Results.module.css';
import { Region, SearchBar } from './SearchBar';
import { entryAt, focusEntry, focusFirst } from './entryFocus';
import { countText, type Hit } from './listing';
import { useSearch, type Found } from './useSearch';
import { useShown } from './useShown';

const pause = 700;

function useAnnounced({ q, category }: FaqPlace, { listing, settled }: Found, texts: FaqTexts): void {
  const query = `${q} ${category ?? ''}`;
  const [first] = useState(query);
  const [asked, setAsked] = useState(false);
  if (!asked && query !== first) setAsked(true);

  const text = listing === undefined ? undefined : countText(listing, texts);
  useEffect(() => {
    if (!asked || !settled || text === undefined) return undefined;
    const timer = setTimeout(() => announce(text), pause);
    return () => clearTimeout(timer);
  }, [asked, settled, text, query]);
}

const none: readonly Hit[] = [];

export function FaqPanel({ texts, place, onPlace, state, onState, help, answered, links, autoFocus = false }: FaqPanelProps) {
  const { content } = useSigned();
  const shown = useShown(place);
  const found = useSearch(content.version, place, shown.limit, state?.code);
  const used = useUsed().length;
  const all = found.listing?.hits ?? none;
  const hits = useMemo(
    () => all.slice(0, shown.drawn).filter(({ weak }) => shown.open || !weak),
    [all, shown.drawn, shown.open],
  );
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement | null>(null);
  /**
   * The enlarged entry, and the one it was opened from. Closing returns the focus to the latter or, after moving on to
   * another entry, to that one.
   */
  const [opened, setOpened] = useState<{ id: string; first: string } | undefined>(undefined);
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const [whole, setWhole] = useState<string | undefined>(undefined);
  /** Whether Enter was pressed and the results are still pending. */
  const [awaited, setAwaited] = useState(false);
  /** How many times Enter led to results with nothing to enlarge; the focus then moves to whatever there is. */
  const [reached, setReached] = useState(0);
  useAnnounced(place, found, texts);

  // Enter was pressed before the response arrived.
  if (awaited && found.settled) {
    setAwaited(false);
    if (hits[0] !== undefined) setOpened({ id: hits[0].id, first: hits[0].id });
    else setReached(reached + 1);
  }
  const takeInput = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      // An opening dialog focuses its `autofocus` element; if the dialog is already open, the field is focused
      // directly.
      if (element !== null && autoFocus) {
        element.setAttribute('autofocus', '');
        element.focus({ preventScroll: true });
      }
    },
    [autoFocus],
  );
  useLayoutEffect(() => {
    if (reached > 0) focusFirst(root.current);
  }, [reached]);
  const focusInput = () => {
    input.current?.focus();
    input.current?.select();
  };
  // If the panel is over another screen, it's in its own dialog.
  const within = autoFocus ? { within: 'dialog' as const } : {};
  useShortcut({ keys: ['/'], label: texts.placeholder, ...within }, focusInput);
  const toggle = (id: string | undefined) => {
    const hit = hits.find((one) => one.id === id);
    if (hit !== undefined) announce(toggleUsed(hit) ? 'Added to the ticket' : 'Removed from the ticket');
  };
  useShortcut({ keys: [ticketKey], label: 'Add to ticket', ...within }, () => toggle(entryAt(document.activeElement)));

  const open = useCallback((id: string) => setOpened({ id, first: id }), []);
  const onFocus = useCallback((id: string, byKeyboard: boolean) => {
    setCurrent(id);
    // A click opens the entry, so nothing may move under the pointer.
    if (byKeyboard) setWhole(id);
  }, []);

  // Runs after the dialog has returned the focus.
  const after = useRef<(() => void) | undefined>(undefined);
  const close = (search = false) => {
    const movedTo = opened !== undefined && opened.id !== opened.first ? opened.id : undefined;
    setOpened(undefined);
    after.current = search ? focusInput : movedTo === undefined ? undefined : () => focusEntry(root.current, movedTo);
  };
  useLayoutEffect(() => {
    if (opened !== undefined) return;
    after.current?.();
    after.current = undefined;
  }, [opened]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Combinations with a modifier are different keys: Ctrl+Enter enlarges nothing.
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      focusFirst(root.current);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setAwaited(true);
    } else if (event.key === 'Escape' && !autoFocus && place.q !== '') {
      event.preventDefault();
      onPlace({ ...place, q: '' });
    }
  };

  const index = hits.findIndex(({ id }) => id === opened?.id);
  const enlarged = hits[index];
  const move = (by: number) => {
    const next = hits[index + by];
    if (opened !== undefined && next !== undefined) setOpened({ ...opened, id: next.id });
  };

  return (
    <div ref={root} className={styles.panel}>
      <SearchBar
        texts={texts}
        place={place}
        categories={found.listing?.categories ?? []}
        input={takeInput}
        region={onState && <Region state={state} onState={onState} onEnter={focusInput} />}
        onPlace={(next) => {
          setAwaited(false);
          onPlace(next);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setWhole(undefined)}
      />
      <NamedRegion
        code={found.listing?.region}
        state={state}
        onState={
          onState &&
          ((code) => {
            onState(code);
            input.current?.focus();
          })
        }
      />
      <Results
        texts={texts}
        found={found}
        shown={shown}
        hits={hits}
        place={place}
        region={state?.name}
        level={autoFocus ? 3 : 2}
        current={hits.some(({ id }) => id === current) ? current : hits[0]?.id}
        whole={whole}
        onOpen={open}
        onFocus={onFocus}
        onLeave={() => input.current?.focus()}
        help={help}
        links={links}
        onPlace={(next) => {
          onPlace(next);
          input.current?.focus();
        }}
      />
      {answered && <p className={styles.ticket}>{used === 0 ? 'The ticket has no answers yet.' : `${plural(used, 'answer')} in the ticket.`}</p>}
      {enlarged !== undefined && (
        <EntryDialog
          hit={enlarged}
          index={index}
          count={hits.length}
          onMove={move}
          onToggle={() => toggle(enlarged.id)}
          onClose={() => close()}
          onSearch={() => close(true)}
          answered={answered}
        />
      )}
    </div>
  );
}
