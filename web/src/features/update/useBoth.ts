/** What differs between the two versions for this contact, and all that moving to the new one needs. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { changes, isSame, patient, tree as treeQuery } from '../../api/queries';
import type { Changes, Content, Tree } from '../../api/types';
import { failure, Problem } from '../../api/client';
import { useContact, useSigned } from '../../contact/screen';
import { begun } from '../../contact/stage';

export interface Both {
  newer: Content;
  /** What differs; `undefined` where it couldn't be had. */
  found: Changes | undefined;
  /** Nothing differs for this contact. */
  isSame: boolean;
  /** The tree that is walked, where there is one. */
  before: Tree | undefined;
  /** The same region's new tree; `undefined` where that region is no more. */
  after: Tree | undefined;
  /** She walks a tree whose region isn't in the new version. */
  isGone: boolean;
}

export interface Asked {
  /** While a still newer version comes, the one before; `undefined` until all is here that moving needs: then no network is. */
  both: Both | undefined;
  trying: boolean;
  /** Asks again what differs; `undefined` where the answer would be the same. */
  retry: (() => void) | undefined;
}

export function useBoth(newer: Content): Asked {
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
  // A version that is gone and a region that never was stay so; without a connection it waits, and goes out by itself.
  const passing = asked.error instanceof Problem && asked.error.passing;
  return { both: both ?? last, trying: asked.isFetching, retry: passing ? () => void asked.refetch() : undefined };
}

function isMissing({ error }: UseQueryResult<Tree>): boolean {
  return error instanceof Problem && error.status === 404;
}
