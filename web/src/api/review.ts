/** Everything that volunteers read, of one version: for staff to read through and sign off. */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { Problem } from './problem';
import type { FaqEntry } from './faq';
import type { components } from './schema';
import type { Content, Tree } from './types';

type Schemas = components['schemas'];

export type Review = Schemas['Review'];
export type ReviewGroup = Schemas['ReviewGroup'];
export type ReviewNode = Schemas['ReviewNode'];

/** The whole guidance. Every part is of `version`. */
export interface Whole {
  version: string;
  review: Review;
  content: Content;
  /** In content's own order. */
  faq: readonly FaqEntry[];
}

/** An edit may come between two answers: then all of it is asked for again, so often at most. */
const tries = 4;

export const whole = queryOptions({
  queryKey: ['review'],
  queryFn: async ({ signal }): Promise<Whole> => {
    for (let left = tries; left > 0; left -= 1) {
      const [review, content, faq] = await Promise.all([
        answer(client.GET('/api/review', { signal })),
        answer(client.GET('/api/content', { signal })),
        answer(client.GET('/api/faq', { signal })),
      ]);
      const { version } = review;
      if (content.version === version && faq.version === version) return { version, review, content, faq: faq.entries };
    }
    throw new Problem(0, { error: 'The guidance is being changed right now. Try again in a moment.', code: 'changing' });
  },
  staleTime: 0,
  gcTime: 0,
  // What one reads doesn't change under one's eyes: a reload brings what is served by then.
  refetchOnReconnect: false,
});

/** What one region's volunteers read, in the order in which they come to it. */
export function walked({ start, nodes }: Tree): ReviewNode[] {
  const found: ReviewNode[] = [];
  const waiting = [start];
  const seen = new Set<string>();
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const node = nodes[id];
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    found.push({ id, ...node });
    if (node.kind === 'question') waiting.push(...node.answers.map(({ next }) => next));
  }
  return found;
}

/** Where the picture of a region's tree is. */
export function picture(state: string, version: string): string {
  return `/api/graph/${encodeURIComponent(state)}?version=${encodeURIComponent(version)}`;
}
