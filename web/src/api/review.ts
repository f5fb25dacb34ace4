/** What an admin is told of the content: what is served, what the last look at its files said, and everything that volunteers read. */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { ReviewNode, Tree } from './types';

/** An edit shows on the page after this at most; nothing is asked while the page is hidden. */
const everyMs = 5000;

/** Asked again and again while someone looks, and at once when they come back to the page. */
export const contentStatus = queryOptions({
  queryKey: ['content-status'],
  queryFn: ({ signal }) => answer(client.GET('/api/content/status', { signal })),
  staleTime: 0,
  gcTime: 0,
  retry: false,
  refetchInterval: everyMs,
  refetchOnWindowFocus: 'always',
});

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
