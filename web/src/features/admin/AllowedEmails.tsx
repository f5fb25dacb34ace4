/** The allow-list itself: adding, editing, removing, and saving (spec §2). */
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useSigned } from '../../contact/screen';
import { announce } from '../../ui';
import { AddForm } from './AddForm';
import styles from './AllowedEmails.module.css';
import { Ask } from './Ask';
import { add, edit, isDirty, remove, rows, undo, type Draft, type Row } from './draft';
import { EmailRow } from './EmailRow';
import { Panel, useFocusWhenFewer, useMore } from './Panel';
import { LeaveGuard, Meanwhile, SaveBar } from './SaveBar';
import { useAllowList } from './useAllowList';

export function AllowedEmails() {
  const { user, content } = useSigned();
  const texts = content.site.pages.admin;
  const list = useAllowList(user.email, texts);
  const { draft, saved } = list;
  const heading = useFocusWhenFewer(draft?.base.length);
  // The bar with the button that was pressed is gone, so the focus moves to the list.
  useLayoutEffect(() => {
    if (saved && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [saved, heading]);
  return (
    <Panel
      id="allowed-emails"
      title={texts.list_heading}
      heading={heading}
      count={draft?.mine.length}
      wait={{ problem: list.loadFailed ? texts.load_failed : undefined, trying: list.loading, onRetry: list.reload, look: 'primary' }}
      tall
    >
      {draft && <Loaded draft={draft} list={list} me={user.email} />}
    </Panel>
  );
}

function Loaded({ draft, list, me }: { draft: Draft; list: ReturnType<typeof useAllowList>; me: string }) {
  const texts = useSigned().content.site.pages.admin;
  const [filter, setFilter] = useState('');
  const [blocking, setBlocking] = useState<string | undefined>(undefined);
  const all = rows(draft);
  const wanted = filter.trim().toLowerCase();
  const found = all.filter(({ email, was }) => email.includes(wanted) || was?.includes(wanted));
  const [shown, more] = useMore(found.length, [200, 1000], styles.more);
  const dirty = isDirty(draft);
  const known = new Set(draft.mine);
  const root = useRef<HTMLDivElement>(null);
  const focusRow = useFocusRow(root);

  const change = (next: Draft, said: string) => {
    list.change(next);
    announce(said);
  };
  const put = (emails: readonly string[]) => {
    change(add(draft, emails), emails.length === 1 ? `${emails[0] ?? ''} added, not saved yet` : `${emails.length} addresses added, not saved yet`);
    // Makes sure that what was just added is visible.
    if (emails.some((email) => !email.includes(wanted))) setFilter('');
  };

  return (
    <div ref={root}>
      <LeaveGuard dirty={dirty} onLeave={list.forget} />
      <AddForm texts={texts} known={known} onAdd={put} />
      {list.meanwhile && <Meanwhile {...list.meanwhile} dirty={dirty} />}
      {all.length > 8 && (
        <div className={styles.filter}>
          <Search size={17} aria-hidden="true" />
          <input
            type="text"
            role="searchbox"
            aria-label="Filter addresses"
            placeholder="Filter addresses"
            autoComplete="off"
            spellCheck={false}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <span role="status">{wanted === '' ? '' : `${found.length} of ${all.length}`}</span>
        </div>
      )}
      {found.length === 0 && <p className={styles.none}>{all.length === 0 ? 'No one is on the list yet.' : 'No addresses match.'}</p>}
      <ul role="list" className={styles.list} aria-labelledby="allowed-emails">
        {found.slice(0, shown).map((row) => (
          <EmailRow
            key={row.email}
            row={row}
            texts={texts}
            known={known}
            me={row.email === me}
            admin={list.admins?.has(row.email)}
            wasAdmin={row.was !== undefined && list.admins?.has(row.was) === true}
            busy={list.busy}
            onEdit={(to) => {
              change(edit(draft, row.email, to), `${row.email} changed to ${to}, not saved yet`);
              focusRow(to);
            }}
            onRemove={() => {
              const gone = row.state === 'added';
              change(gone ? undo(draft, row) : remove(draft, row.email), gone ? `${row.email} removed` : `${row.email} removed, not saved yet`);
              focusRow(gone ? (row.was ?? neighbour(found, row)) : row.email);
            }}
            onUndo={() => {
              change(undo(draft, row), `${row.was ?? row.email} restored`);
              focusRow(row.was ?? row.email);
            }}
            onBlock={() => setBlocking(row.email)}
            onGrant={(isAdmin) => list.grant(row.email, isAdmin)}
          />
        ))}
      </ul>
      {more}
      <SaveBar texts={texts} draft={draft} list={list} />
      {blocking !== undefined && <Ask what="block" email={blocking} onClose={() => setBlocking(undefined)} />}
    </div>
  );
}

/** Returns the next row, or else the previous one: where the focus goes when a row is removed. */
function neighbour(found: readonly Row[], { email }: Row): string | undefined {
  const index = found.findIndex((row) => row.email === email);
  return (found[index + 1] ?? found[index - 1])?.email;
}

/** Returns a function that focuses a row's first control once it's rendered. */
function useFocusRow(root: RefObject<HTMLElement | null>): (email: string | undefined) => void {
  const [wanted, setWanted] = useState<{ email: string } | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    const row = [...(root.current?.querySelectorAll('li') ?? [])].find((one) => one.dataset.email === wanted.email);
    row?.querySelector('button')?.focus();
  }, [root, wanted]);
  return (email) => setWanted(email === undefined ? undefined : { email });
}
