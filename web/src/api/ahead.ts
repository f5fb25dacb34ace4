/** What is fetched ahead of need, so that a contact can go on, or another begin, while the connection is down. */
import type { QueryClient } from '@tanstack/react-query';
import { faqEntries } from './faq';
import { guidePage, isOurs } from './guides';
import { tree } from './queries';
import { trees } from './trees';
import type { Content } from './types';

/**
 * Fetches it one after the other, what is needed soonest first, until `signal` says that nobody wants it: nobody waits for it, and it is
 * in nobody's way. `only` is the region that isn't asked for: then there is no other tree. What is here already isn't asked for again.
 */
export async function fetchAhead(queries: QueryClient, { version, guides }: Pick<Content, 'version' | 'guides'>, only: string | undefined, signal: AbortSignal): Promise<void> {
  const steps = [
    () => queries.prefetchQuery(faqEntries(version)),
    ...guides.filter(isOurs).map(({ id }) => () => queries.prefetchQuery(guidePage(version, id))),
    () => (only === undefined ? queries.prefetchQuery(trees(version)) : queries.prefetchQuery(tree(only, version))),
  ];
  for (const step of steps) if (!signal.aborted) await step();
}
