/** Everything that volunteers read, of one version: for staff to read through and sign off. */
import { queryOptions } from '@tanstack/react-query';
import type { Client } from 'openapi-fetch';
import { answer, client } from './client';
import type { FaqEntry } from './faq';
import type { components } from './schema';
import type { Content, Tree } from './types';

type Schemas = components['schemas'];

export type Look = Schemas['Look'];
export type Outcome = Schemas['Outcome'];
export type ReviewNode = Schemas['Node'] & { id: string };

/** A region, and when it reads so: from one instant until before another, where a period begins later or ends. */
export interface ReviewState {
  code: string;
  name: string;
  from?: string | null;
  until?: string | null;
}

/** Those who read the same but for what is their own. Nodes are `example`'s. */
export interface ReviewGroup {
  states: ReviewState[];
  example: string;
  start: string;
  nodes: ReviewNode[];
}

export interface Review {
  version: string;
  content: Content;
  /** In content's own order. */
  faq: FaqEntry[];
  outcomes: Record<string, Outcome>;
  groups: ReviewGroup[];
}

interface Written {
  '/api/review': { get: { parameters: { query?: never }; responses: { 200: { content: { 'application/json': Review } } } } };
}

export const review = queryOptions({
  queryKey: ['review'],
  queryFn: ({ signal }) => answer<Review>((client as unknown as Client<Written>).GET('/api/review', { signal })),
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
