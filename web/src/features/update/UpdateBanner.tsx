/**
 * Tells the volunteer that the guidance changed in the middle of a contact: shows what reads differently, and offers to
 * move to the new version.
 */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { ChevronDown, FilePen } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { failure, Problem } from '../../api/client';
import { adopt, changes, isSame, patient, tree as treeQuery } from '../../api/queries';
import type { Announcement, Change, Changes, Content, Piece, Tree } from '../../api/types';
import { useContact, useGo, useHere, useSigned } from '../../contact/screen';
import { begun, contactState } from '../../contact/stage';
import { later, move } from '../../contact/version';
import { findStep, screenKey } from '../../paths';
import { Button, ExternalLink, foot, Markdown, VisuallyHidden } from '../../ui';
import styles from './UpdateBanner.module.css';
import { arrival, told } from './arrival';
import { excerpt, sections, sentence, type Section } from './sections';
import { standing } from './standing';

interface Both {
  newer: Content;
  /** The differences; `undefined` if they couldn't be loaded. */
  found: Changes | undefined;
  /** Whether there are no differences for this contact. */
  isSame: boolean;
  /** The tree being walked, if there is one. */
  before: Tree | undefined;
  /** The same region's new tree; `undefined` if that region no longer exists. */
  after: Tree | undefined;
  /** Whether the tree being walked belongs to a region that isn't in the new version. */
  isGone: boolean;
}

interface Asked {
  /**
   * While an even newer version loads, this is the previous one. `undefined` until everything that a move needs has loaded,
   * so that the move itself doesn't need the network.
   */
  both: Both | undefined;
  trying: boolean;
  /** Requests the differences again; `undefined` if the result would be the same. */
  retry: (() => void) | undefined;
}

function useBoth(newer: Content): Asked {
  const { content } = useSigned();
  const contact = useContact();
  const walks = begun(contact);
  const state = contact.state ?? '';
  const asked = useQuery(changes(content.version, newer.version, walks ? state : undefined));
  const problem = failure(asked);
  const same = asked.data !== undefined && isSame(asked.data);
  const isKnown = asked.data !== undefined || problem !== null;
  const enabled = walks && isKnown && !same;
  const before = useQuery({ ...treeQuery(state, content.version), enabled });
  const after = useQuery({ ...treeQuery(state, newer.version), enabled, ...patient });
  const isGone = enabled && isMissing(after);
  const ready = isKnown && (!enabled || (!before.isPending && (after.data !== undefined || isGone)));
  const both = useMemo(
    (): Both | undefined => (ready ? { newer, found: asked.data, isSame: same, before: walks ? before.data : undefined, after: walks ? after.data : undefined, isGone } : undefined),
    [ready, newer, asked.data, same, walks, before.data, after.data, isGone],
  );
  const [last, setLast] = useState(both);
  if (both !== undefined && both !== last) setLast(both);
  // A version that's gone and a region that never existed stay that way. An offline query is paused and resumes
  // automatically.
  const passing = asked.error instanceof Problem && asked.error.passing;
  return { both: both ?? last, trying: asked.isFetching, retry: passing ? () => void asked.refetch() : undefined };
}

function isMissing({ error }: UseQueryResult<Tree>): boolean {
  return error instanceof Problem && error.status === 404;
}

export function UpdateBanner({ newer: newest }: { newer: Content }) {
  const { content } = useSigned();
  const here = useHere();
  const queries = useQueryClient();
  const contact = useContact();
  const go = useGo();
  const details = useId();
  const [open, setOpen] = useState(false);
  const at = findStep(content.flows, here);
  const [flow, step] = [at?.flow.id, at?.step.id];
  const { both, trying, retry } = useBoth(newest);
  const stands = useMemo(() => {
    if (both === undefined || both.isSame || flow === undefined || step === undefined) return undefined;
    const place = { flow, step, answers: contact.answers, walks: begun(contact) };
    return standing({ content, tree: both.before }, { content: both.newer, tree: both.after }, place);
  }, [both, content, contact, flow, step]);
  if (both === undefined || stands === undefined) return null;
  const { newer, found } = both;
  const region = contactState(content, contact)?.name;
  const news = newsOf(both);
  const listed = found === undefined ? [] : sections(found, stands, region);

  const onMove = () => {
    const { to, text } = arrival(newer, both.after, { address: here, tree: both.before });
    adopt(queries, newer);
    if (to !== here) go.replace(to);
    const screen = screenKey(to);
    move(contact.version, newer.version, told(screen, 'You’re using the new version now.', text, contact.answers.length > 0));
    // If the move leads to another screen, that screen takes the focus itself.
    if (screen === screenKey(here)) focusMain();
  };

  return (
    <aside ref={foot} className={styles.banner} aria-label="The guidance has changed">
      <div className={styles.row}>
        <FilePen size={17} className={styles.sign} aria-hidden="true" />
        <div className={styles.text}>
          <p role="status">
            <strong>The guidance has changed.</strong> {headline(news)} {sentence({ found, standing: stands, answers: contact.answers, region, isGone: both.isGone })}
          </p>{' '}
          {found === undefined && retry !== undefined && (
            <button type="button" disabled={trying} className={styles.what} onClick={retry}>
              {trying ? 'Trying…' : 'Try Again'}
            </button>
          )}
          {news.length + listed.length > 0 && (
            <button type="button" aria-expanded={open} aria-controls={details} className={styles.what} onClick={() => setOpen(!open)}>
              What changed
              <ChevronDown size={15} aria-hidden="true" />
            </button>
          )}
        </div>
        <div className={styles.actions}>
          <Button
            size="sm"
            onClick={() => {
              later(newer.version);
              focusMain();
            }}
          >
            Finish on This Version
          </Button>
          <Button size="sm" onClick={onMove}>
            Switch to the New Version
          </Button>
        </div>
      </div>
      <div id={details} hidden={!open}>
        {open && <WhatChanged announcements={news} sections={listed} />}
      </div>
    </aside>
  );
}

/** Returns new and reworded announcements. */
function newsOf({ newer, found }: Both): Announcement[] {
  const ids = (found?.changes ?? []).filter(({ about }) => about === 'announcement').map(({ id }) => id);
  return newer.announcements.filter(({ id }) => ids.includes(id));
}

function headline([first, ...others]: readonly Announcement[]): string {
  return first === undefined ? '' : `“${first.title}”${others.length > 0 ? ` and ${String(others.length)} more` : ''}.`;
}

/** Moves the focus to the main landmark, because the banner is gone. */
function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

function WhatChanged({ announcements, sections }: { announcements: readonly Announcement[]; sections: readonly Section[] }) {
  return (
    <div className={styles.details}>
      {announcements.map((item) => (
        <section key={item.id} className={styles.news}>
          <h2>{item.title}</h2>
          <Markdown>{item.text}</Markdown>
          {item.link && <ExternalLink href={item.link.url}>{item.link.label}</ExternalLink>}
        </section>
      ))}
      <div className={styles.sections}>
        {sections.map(({ title, items, more }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul role="list">
              {items.map(({ label, changes }, index) => (
                <li key={index}>
                  {label}
                  {changes.map((change, at) => (
                    <One key={at} change={change} />
                  ))}
                </li>
              ))}
              {more > 0 && <li>and {more} more</li>}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** What happened, followed by the differing text, if there is any to show. */
function One({ change }: { change: Change }) {
  const pieces = excerpt(change);
  if (pieces.length === 0) return <span className={`${styles.said} ${styles.after}`}>{change.said}</span>;
  return (
    <div className={styles.change}>
      <span className={styles.said}>{change.said}</span>
      <Words pieces={pieces} />
    </div>
  );
}

/**
 * Old and new text merged: removed words are struck through, added words are underlined, and screen readers announce
 * both.
 */
function Words({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p className={styles.words}>
      {pieces.map((piece, index) => {
        if ('same' in piece) return <span key={index}>{piece.same}</span>;
        if ('removed' in piece) {
          return (
            <del key={index}>
              <VisuallyHidden>[removed: </VisuallyHidden>
              {piece.removed}
              <VisuallyHidden>] </VisuallyHidden>
            </del>
          );
        }
        return (
          <ins key={index}>
            <VisuallyHidden>[added: </VisuallyHidden>
            {piece.added}
            <VisuallyHidden>] </VisuallyHidden>
          </ins>
        );
      })}
    </p>
  );
}
