/**
 * The trees of every region, in one answer: so that a contact in another region can begin while the connection is down. Each is
 * put where the screens look for it.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import { tree } from './queries';

/** Fetches the trees of `version` and hands them out; what it gives is the version that they are of. */
export function trees(version: string) {
  return queryOptions({
    queryKey: ['trees', version],
    queryFn: async ({ client: queries, signal }): Promise<string> => {
      const all = await answer(client.GET('/api/trees', { params: { query: { version } }, signal }));
      for (const [state, one] of Object.entries(all.trees)) {
        const { queryKey } = tree(state, all.version);
        // What is here already is the same.
        if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, one);
      }
      return all.version;
    },
  });
}
