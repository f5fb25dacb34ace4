/** What differs for one region's volunteers between a version of the guidance and the one that is served: the engine's own words. */
import { queryOptions } from '@tanstack/react-query';
import { answer, client, Problem } from './client';
import type { Changes } from './types';

/** What differs for `state`, or for those who have none, between `from` and `to`, which is what is served. */
export function changes(from: string, to: string, state: string | undefined) {
  return queryOptions({
    queryKey: ['changes', from, to, state ?? null],
    queryFn: async ({ signal }): Promise<Changes> => {
      const found = await answer(client.GET('/api/changes', { params: { query: { from, state } }, signal }));
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
