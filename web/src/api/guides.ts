/**
 * The pages of the guides whose steps are content. The app holds them and gives them to their frames, which then need no
 * connection; a frame that loads by itself stays for ever at the browser's own page about the error.
 */
import { queryOptions } from '@tanstack/react-query';
import { answer, client } from './client';
import type { Guide } from './types';

/** Whether the engine makes the guide's page, of steps that are content. Another's page is embedded from where it is. */
export function isOurs({ src }: Pick<Guide, 'src'>): boolean {
  return src.startsWith('/') && !src.startsWith('//');
}

/** The page of the guide `id`, as HTML; asked for once for each content version. */
export function guidePage(version: string, id: string) {
  return queryOptions({
    queryKey: ['guide', version, id],
    queryFn: ({ signal }) => answer<string>(client.GET('/guides/{id}', { params: { path: { id } }, parseAs: 'text', signal })),
  });
}
