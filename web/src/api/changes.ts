/** What differs for one region's volunteers between a version of the guidance and the one that is served: the engine's own words. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { answer, client } from './client';
import { Problem } from './problem';

/** A stretch of words of two texts. */
export type Piece = { same: string } | { removed: string } | { added: string };

/** One thing that reads differently. */
export interface Change {
  about: 'question' | 'solution' | 'start' | 'state' | 'faq' | 'step' | 'flow' | 'agreement' | 'guide' | 'support' | 'announcement' | 'link' | 'site';
  /** What addresses name it by, where there is something. */
  id?: string | null;
  /** In a few words, for people. */
  label: string;
  /** Which of its values; empty where it is the whole. */
  field: string;
  kind: 'added' | 'removed' | 'changed' | 'order';
  /** What happened, as a phrase. */
  said: string;
  old?: string | null;
  new?: string | null;
  /** Both texts as one, where there are two. */
  words?: Piece[] | null;
}

/** Paths that end elsewhere, each the answers given as `QUESTION.ANSWER`. */
export interface PathChange {
  answers: string[][];
  old?: PathEnd | null;
  new?: PathEnd | null;
}

export interface PathEnd {
  id: string;
  title: string;
  type: string;
}

export interface Changes {
  from: string;
  version: string;
  state?: string | null;
  changes: Change[];
  paths: PathChange[];
  /** So many more paths end elsewhere than are listed. */
  more_paths?: number;
}

interface Written {
  '/api/changes': { get: { parameters: { query: { from: string; state?: string } }; responses: { 200: { content: { 'application/json': Changes } } } } };
}

/** What differs for `state`, or for those who have none, between `from` and `to`, which is what is served. */
export function changes(from: string, to: string, state: string | undefined) {
  return queryOptions({
    queryKey: ['changes', from, to, state ?? null],
    queryFn: async ({ signal }): Promise<Changes> => {
      const asked = { from, ...(state !== undefined && { state }) };
      const found = await answer<Changes>((client as unknown as Client<Written>).GET('/api/changes', { params: { query: asked }, signal }));
      // A still newer version is served: what differs from that one is asked for as soon as it is here.
      if (found.version !== to) throw new Problem(0, { error: 'The guidance is being changed right now.', code: 'changing' });
      return found;
    },
    gcTime: 5 * 60_000,
  });
}

/** Whether nothing reads differently. */
export function isSame({ changes: found, paths }: Changes): boolean {
  return found.length === 0 && paths.length === 0;
}
