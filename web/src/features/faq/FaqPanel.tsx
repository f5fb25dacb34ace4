/** The FAQ panel (spec §2): search, category, what was found, and one entry enlarged. */
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { FaqHit } from '../../api/faq';
import { useSigned } from '../../contact/AppContext';
import type { FaqPanelProps } from '../../contact/panels';
import { useShortcut } from '../../ui';
import { EntryDialog } from './EntryDialog';
import styles from './FaqPanel.module.css';
import { focusEntry } from './entryFocus';
import { Results } from './Results';
import { SearchBar } from './SearchBar';
import { useAnnounced } from './useAnnounced';
import { useDraft } from './useDraft';
import { useSearch } from './useSearch';

/** Enlarged now, and where that began: closing goes back there, or to the entry that was moved on to. */
interface Opened {
  id: string;
  first: string;
}

const none: readonly FaqHit[] = [];

export function FaqPanel({ texts, place, onPlace, autoFocus = false }: FaqPanelProps) {
  const { content } = useSigned();
  const { draft, type, settle, flush } = useDraft(place, onPlace);
  const found = useSearch(content.version, draft);
  const hits = found.answer?.entries ?? none;
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement | null>(null);
  const [opened, setOpened] = useState<Opened | undefined>(undefined);
  const [current, setCurrent] = useState<string | undefined>(undefined);
  const [whole, setWhole] = useState<string | undefined>(undefined);
  const [awaited, setAwaited] = useState(false);
  useAnnounced(draft, found, texts);

  // Enter was quicker than the answer.
  if (awaited && found.settled) {
    setAwaited(false);
    if (hits[0] !== undefined) setOpened({ id: hits[0].id, first: hits[0].id });
  }

  const takeInput = useCallback(
    (element: HTMLInputElement | null) => {
      input.current = element;
      // What a dialog that opens looks for; and where it is open already, the focus itself.
      if (element !== null && autoFocus) {
        element.setAttribute('autofocus', '');
        element.focus({ preventScroll: true });
      }
    },
    [autoFocus],
  );
  const focusInput = () => {
    input.current?.focus();
    input.current?.select();
  };
  // Over another screen the panel stands in a dialog of its own.
  useShortcut({ keys: ['/'], label: texts.placeholder, ...(autoFocus && { within: 'dialog' as const }) }, focusInput);

  const open = useCallback((id: string) => setOpened({ id, first: id }), []);
  const onFocus = useCallback((id: string, byKeyboard: boolean) => {
    setCurrent(id);
    // A pointer opens the entry: nothing may move under it.
    if (byKeyboard) setWhole(id);
  }, []);

  // After the dialog has given the focus back.
  const after = useRef<(() => void) | undefined>(undefined);
  const close = (search = false) => {
    const movedTo = opened !== undefined && opened.id !== opened.first ? opened.id : undefined;
    setOpened(undefined);
    after.current = search ? focusInput : movedTo === undefined ? undefined : () => focusEntry(root.current, movedTo);
  };
  useEffect(() => {
    if (opened !== undefined) return;
    after.current?.();
    after.current = undefined;
  }, [opened]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const first = hits[0];
    if (event.key === 'ArrowDown' && first !== undefined) {
      event.preventDefault();
      focusEntry(root.current, first.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      flush();
      setAwaited(true);
    } else if (event.key === 'Escape' && !autoFocus && draft.q !== '') {
      event.preventDefault();
      settle({ ...draft, q: '' });
    }
  };

  const index = hits.findIndex(({ id }) => id === opened?.id);
  const shown = useMemo(() => hits[index], [hits, index]);
  const move = (by: number) => {
    const next = hits[index + by];
    if (opened !== undefined && next !== undefined) setOpened({ ...opened, id: next.id });
  };

  return (
    <div ref={root} className={styles.panel}>
      <SearchBar
        texts={texts}
        place={draft}
        categories={found.answer?.categories ?? []}
        input={takeInput}
        onType={(next) => {
          setAwaited(false);
          type(next);
        }}
        onSettle={settle}
        onKeyDown={onKeyDown}
        onFocus={() => setWhole(undefined)}
        onBlur={flush}
      />
      <Results
        texts={texts}
        found={found}
        place={draft}
        level={autoFocus ? 3 : 2}
        current={hits.some(({ id }) => id === current) ? current : hits[0]?.id}
        whole={whole}
        onOpen={open}
        onFocus={onFocus}
        onLeave={() => input.current?.focus()}
        onSettle={(next) => {
          settle(next);
          input.current?.focus();
        }}
      />
      {shown !== undefined && (
        <EntryDialog hit={shown} index={index} count={hits.length} onMove={move} onClose={() => close()} onSearch={() => close(true)} />
      )}
    </div>
  );
}
