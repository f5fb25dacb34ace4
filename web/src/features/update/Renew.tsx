/**
 * Shown when the version in the URL is gone or never existed, or the contact has moved on from it. Finds the
 * corresponding screen in the version that's shown: the URL is corrected, the answers are replayed, and the volunteer
 * is informed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Problem } from '../../api/client';
import { content as contentQuery, tree as treeQuery } from '../../api/queries';
import { useContact, useGo, useHere, useSigned } from '../../contact/screen';
import { current } from '../../contact/contact';
import { begun } from '../../contact/stage';
import { TreeFailed, useSuccessor } from '../../contact/standing';
import { move, movedTo } from '../../contact/version';
import { screenKey } from '../../paths';
import page from '../../styles/page.module.css';
import { ComingScreen } from '../../ui';
import { arrival, told } from './arrival';

export function Renew() {
  const { content } = useSigned();
  const contact = useContact();
  const address = useHere();
  const queries = useQueryClient();
  const go = useGo();
  const { version } = contact;
  const state = contact.state ?? '';
  const answered = contact.answers.length > 0;
  const tree = useQuery({ ...treeQuery(state, content.version), enabled: begun(contact) });
  // Another edit may have followed immediately.
  const { found, error, ...failed } = useSuccessor(tree, content.version, movedTo(version));
  const unknown = tree.error instanceof Problem && tree.error.status === 404;
  const ready = !begun(contact) || tree.data !== undefined || unknown;

  useEffect(() => {
    if (!ready) return;
    const old = queries.getQueryData(treeQuery(state, version).queryKey);
    const { to, text } = arrival(content, tree.data, { address, tree: old });
    // Computed once, so that the changes made below don't trigger another move.
    const isGone = movedTo(version) === version;
    const first = isGone ? 'The version in this link is no longer available. You’re using the current one.' : 'You’re using the new version.';
    queries.setQueryData(contentQuery(content.version).queryKey, content);
    // The message is shown once per contact, and whenever something no longer fits, so that alternating engines don't
    // keep repeating it.
    const tell = (isGone && !current().moves.knows) || text.length > 0;
    move(version, content.version, tell ? told(screenKey(to), first, text, answered) : undefined, isGone);
    go.replace(to);
  }, [ready, queries, content, tree.data, address, state, version, answered, go]);

  if (ready || found || error === null) return <ComingScreen />;
  return (
    <div className={page.page}>
      <TreeFailed error={error} {...failed} />
    </div>
  );
}
