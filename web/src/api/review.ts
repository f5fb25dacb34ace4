/** Everything that volunteers read, of one version: for staff to read through and sign off. */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { ReviewNode, Tree } from './types';

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
