/** Everything that volunteers read, of one version: for staff to read through and sign off. */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { components } from './schema';
import type { Tree } from './types';

type Schemas = components['schemas'];

export type Look = Schemas['Look'];
export type Review = Schemas['Review'];
export type ReviewGroup = Schemas['ReviewGroup'];
export type ReviewNode = Schemas['ReviewNode'];
/** Where a text stands in the content, and the address at which it's edited. */
export type TextPlace = Schemas['TextPlace'];
/** A region, and when it reads so: from one instant until before another, where a period begins later or ends. */
export type ReviewState = Schemas['ReviewState'];

export const review = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) => answer(client.GET('/api/review', { signal })),
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
