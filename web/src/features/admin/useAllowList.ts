/** The allow-list on the page: loading, local changes, saving, and what others saved in the meantime. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { allowList, audit, currentList, saveList, setAdmin, type AllowList } from '../../api/people';
import { Problem } from '../../api/client';
import type { AdminTexts } from '../../api/types';
import { announce, useFlag } from '../../ui';
import { afterSave, isDirty, onto, opened, without, type Draft } from './draft';

/** How long `Changes saved` is shown (`spec §4`). */
const savedMs = 3000;

/** What others changed while there were local changes. */
export interface Meanwhile {
  added: readonly string[];
  removed: readonly string[];
}

/** Changes that weren't saved when the session ended. The same person finds them again. Kept only in this page's memory. */
let kept: { by: string; draft: Draft } | undefined;

export function useAllowList(me: string, texts: AdminTexts) {
  const queries = useQueryClient();
  const loaded = useQuery(allowList);
  const [draft, setDraft] = useState<Draft | undefined>(() => (kept?.by === me ? kept.draft : undefined));
  const [admins, setAdmins] = useState<ReadonlySet<string> | undefined>(undefined);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | undefined>(undefined);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const saved = useFlag(savedMs);

  // Data from the engine is merged beneath the local changes.
  const [taken, setTaken] = useState<AllowList | undefined>(undefined);
  if (loaded.data !== undefined && loaded.data !== taken) {
    setTaken(loaded.data);
    setAdmins(loaded.data.admins);
    setDraft(draft === undefined ? opened(loaded.data) : onto(draft, loaded.data));
  }

  useEffect(() => {
    kept = draft !== undefined && isDirty(draft) ? { by: me, draft } : undefined;
  }, [me, draft]);

  /** Takes the version of the list that another admin saved first, and reapplies the local changes. */
  const takeCurrent = async (error: unknown) => {
    const current = currentList(error) ?? (await queries.fetchQuery(allowList));
    setDraft((now) => {
      if (now === undefined) return opened(current);
      setMeanwhile({ added: without(current.emails, now.base), removed: without(now.base, current.emails) });
      return onto(now, current);
    });
  };
  const fail = async (error: unknown) => {
    if (error instanceof Problem && error.status === 412) {
      try {
        await takeCurrent(error);
        return;
      } catch {
        // The current list couldn't be loaded, so the first error message stays.
      }
    }
    setFailure(told(error, texts));
  };
  const begin = () => {
    setFailure(undefined);
    setMeanwhile(undefined);
    saved.lower();
  };
  const changed = () => void queries.invalidateQueries({ queryKey: audit(undefined).queryKey.slice(0, 1) });

  const saving = useMutation({
    mutationFn: ({ mine, etag }: Draft) => saveList(mine, etag),
    onMutate: begin,
    onSuccess: (list, sent) => {
      setDraft((now) => now && afterSave(now, sent.mine, list));
      // Removing an address also removes its admin right.
      setAdmins((now) => now && new Set([...now].filter((email) => list.emails.includes(email))));
      saved.raise();
      announce(texts.saved);
      changed();
    },
    onError: fail,
  });

  const granting = useMutation({
    mutationFn: ({ email, isAdmin, etag }: { email: string; isAdmin: boolean; etag: string }) => setAdmin(email, isAdmin, etag),
    onMutate: begin,
    onSuccess: (etag, { email, isAdmin }) => {
      setDraft((now) => now && { ...now, etag });
      setAdmins((now) => {
        const next = new Set(now);
        if (isAdmin) next.add(email);
        else next.delete(email);
        return next;
      });
      announce(isAdmin ? `${email} is an admin now` : `${email} is no longer an admin`);
      changed();
    },
    onError: fail,
  });

  return {
    draft,
    admins,
    /** Whether neither way of loading the list worked. */
    loadFailed: draft === undefined && loaded.isError,
    loading: loaded.isFetching,
    reload: () => void loaded.refetch(),
    change: (next: Draft) => {
      setFailure(undefined);
      setDraft(next);
    },
    save: () => draft !== undefined && saving.mutate(draft),
    grant: (email: string, isAdmin: boolean) => draft !== undefined && granting.mutate({ email, isAdmin, etag: draft.etag }),
    /** Discards the local changes along with the screen. */
    forget: () => {
      kept = undefined;
    },
    busy: saving.isPending || granting.isPending,
    saved: saved.on,
    failure,
    meanwhile,
  };
}

/**
 * Returns the server's own message, with the addresses it's about. If there was no message or no response, returns the
 * text from content (spec §8).
 */
function told(error: unknown, texts: AdminTexts): string {
  if (!(error instanceof Problem)) return texts.save_failed;
  const { problems } = (error.details ?? {}) as { problems?: readonly { email: string; error: string }[] };
  if (Array.isArray(problems) && problems.length > 0) return problems.map((one) => `${one.error}: ${one.email}`).join('; ');
  return error.said ?? (error.status > 0 ? texts.request_failed : texts.save_failed);
}
