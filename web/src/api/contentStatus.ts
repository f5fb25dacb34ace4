/** What an admin is told of the content: what is served, and what the last look at its files said. */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';

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
