/**
 * The content data that an admin sees: what is served, the result of the last check of the files, and everything that
 * volunteers read.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { ReviewNode, Tree } from './types';

/** The longest time until an edit appears on the page. Nothing is requested while the page is hidden. */
const everyMs = 5000;

/** Polled while someone is looking, and refreshed immediately when they return to the page. */
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
  // The text doesn't change while someone is reading it. A reload shows the version that's served then.
  refetchOnReconnect: false,
});

/** Returns what one region's volunteers read, in the order in which they reach it. */
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

/** Returns the URL of the picture of a region's tree. */
export function picture(state: string, version: string): string {
  return `/api/graph/${encodeURIComponent(state)}?version=${encodeURIComponent(version)}`;
}
