/** The two versions as far as they concern this contact: its tree in both, and the FAQ where it is here. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { faqEntries } from '../../api/faq';
import { Problem } from '../../api/problem';
import { patient, tree as treeQuery } from '../../api/queries';
import type { Content, Tree } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { begun } from '../../contact/stage';
import { useContact } from '../../contact/useContact';
import { changes, type Changes, type Place } from './changes';

export interface Both {
  newer: Content;
  changes: Changes;
  /** The tree that is walked, where there is one. */
  before: Tree | undefined;
  /** The same region's new tree; `undefined` where that region is no more. */
  after: Tree | undefined;
}

/** `undefined` until all is here that moving needs: then no network is. While a still newer version comes, the one before. */
export function useBoth(newer: Content, flow: string | undefined, step: string | undefined): Both | undefined {
  const { content } = useSigned();
  const contact = useContact();
  const walking = begun(contact);
  const state = contact.state ?? '';
  const before = useQuery({ ...treeQuery(state, content.version), enabled: walking });
  const after = useQuery({ ...treeQuery(state, newer.version), enabled: walking, ...patient });
  const faqBefore = useQuery({ ...faqEntries(content.version), enabled: false }).data;
  const faqAfter = useQuery({ ...faqEntries(newer.version), enabled: false }).data;

  const gone = after.error instanceof Problem && after.error.status === 404;
  const ready = !walking || (!before.isPending && (after.data !== undefined || gone));
  const { answers } = contact;
  const both = useMemo((): Both | undefined => {
    if (!ready || flow === undefined || step === undefined) return undefined;
    const place: Place = { flow, step, answers };
    // The engine searches what is served: an answer from after the change is no witness of before.
    const faq = (body: typeof faqBefore, version: string) => (body?.version === version ? body.entries : undefined);
    const [old, next] = [walking ? before.data : undefined, walking ? after.data : undefined];
    return {
      newer,
      before: old,
      after: next,
      changes: changes(
        { content, tree: old, faq: faq(faqBefore, content.version) },
        { content: newer, tree: next, faq: faq(faqAfter, newer.version) },
        place,
      ),
    };
  }, [ready, walking, flow, step, answers, content, newer, before.data, after.data, faqBefore, faqAfter]);
  const [last, setLast] = useState(both);
  if (both !== undefined && both !== last) setLast(both);
  return both ?? last;
}
