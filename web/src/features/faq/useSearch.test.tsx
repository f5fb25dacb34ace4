import { onlineManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { searches } from '../../api/faq';
import { makeQueryClient } from '../../api/queries';
import type { FaqPlace } from '../../contact/panels';
import { allTexts, found, heldFetch, hit, list, textsOf } from '../../test/faq/entries';
import { useSearch, type Found } from './useSearch';

const ride = hit(1, { question: 'A ride?' });
const card = hit(2, { question: 'A card?', category: 'Dogs' });
let held: ReturnType<typeof heldFetch>;
let queries: QueryClient;
/** The query of the listing shown at each render. */
let shown: (string | undefined)[];

function hold(...given: Parameters<typeof heldFetch>) {
  held = heldFetch(...given);
  vi.stubGlobal('fetch', held.fetch);
}

beforeEach(() => {
  hold(list([ride, card]));
  queries = makeQueryClient();
  shown = [];
});
afterEach(() => {
  onlineManager.setOnline(true);
  queries.clear();
  vi.unstubAllGlobals();
});

interface Given {
  place: FaqPlace;
  version: string;
  limit?: number;
  state?: string;
}

function search(place: FaqPlace, version = 'v1', state?: string) {
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
  return renderHook<Found, Given>(
    (props) => {
      const result = useSearch(props.version, props.place, props.limit ?? 20, props.state);
      shown.push(result.listing?.query);
      return result;
    },
    { wrapper, initialProps: { place, version, ...(state && { state }) } },
  );
}

const asked = (q: string) => waitFor(() => held.call(q));
const give = async (q: string, body: unknown = found([ride])) => {
  const call = await asked(q);
  await act(async () => call.answer(body));
};
/** Renders the hook and waits until every entry is listed. */
async function ready(place: FaqPlace = { q: '' }, state?: string) {
  const hook = search(place, 'v1', state);
  await waitFor(() => expect(hook.result.current.settled).toBe(true));
  return hook;
}

it('lists every entry without a request if nothing is typed', async () => {
  const { result, rerender } = await ready({ q: '  ' });
  expect(result.current.listing).toMatchObject({ total: 2, strong: 2, hits: [{ id: 'e1' }, { id: 'e2' }], categories: [{ name: 'Cats', count: 1 }, { name: 'Dogs', count: 1 }] });
  rerender({ place: { q: '', category: 'Dogs' }, version: 'v1' });
  expect(result.current.listing).toMatchObject({ total: 1, hits: [{ id: 'e2' }] });
  expect(held.calls).toEqual([]);
});

it('posts the query with the category and the limit, and puts it in no URL', async () => {
  const { rerender } = await ready();
  rerender({ place: { q: 'ride', category: 'Cats' }, version: 'v1', limit: 100 });
  expect(await asked('ride')).toMatchObject({ category: 'Cats', limit: 100, url: `${location.origin}/api/faq/search` });
  rerender({ place: { q: 'rides' }, version: 'v1' });
  expect(await asked('rides')).toMatchObject({ category: null, limit: 20 });
});

it('shows the newest query’s results, in whatever order the responses arrive', async () => {
  const { result, rerender } = await ready();
  for (const q of ['a', 'ab', 'abc']) {
    rerender({ place: { q }, version: 'v1' });
    await asked(q);
    // The last listing stays, so nothing flickers.
    expect(result.current.listing?.query).toBe('');
    expect(result.current.settled).toBe(false);
  }
  await give('abc');
  await waitFor(() => expect(result.current.settled).toBe(true));
  await give('a');
  await give('ab');
  await act(async () => Promise.resolve());
  expect(result.current.listing?.query).toBe('abc');
  expect(shown).not.toContain('a');
  expect(shown).not.toContain('ab');
});

it('aborts a request that nobody waits for anymore', async () => {
  const { rerender } = search({ q: 'a' });
  const first = await asked('a');
  rerender({ place: { q: 'ab' }, version: 'v1' });
  await asked('ab');
  await waitFor(() => expect(first.signal.aborted).toBe(true));
});

it('returns to an earlier query immediately, without another request', async () => {
  const { result, rerender } = await ready();
  for (const q of ['a', 'ab']) {
    rerender({ place: { q }, version: 'v1' });
    await give(q);
    await waitFor(() => expect(result.current.listing?.query).toBe(q));
  }
  rerender({ place: { q: 'a' }, version: 'v1' });
  expect(result.current).toMatchObject({ settled: true, listing: { query: 'a' } });
  expect(held.calls.filter(({ q }) => q === 'a')).toHaveLength(1);
});

it('keeps nothing that was typed once it’s unmounted', async () => {
  const { result, rerender, unmount } = await ready();
  rerender({ place: { q: 'a' }, version: 'v1' });
  await give('a');
  await waitFor(() => expect(result.current.settled).toBe(true));
  expect(queries.getQueryCache().findAll({ queryKey: searches })).not.toEqual([]);
  unmount();
  expect(queries.getQueryCache().findAll({ queryKey: searches })).toEqual([]);
});

it('searches again for another version, and requests its texts', async () => {
  const { result, rerender } = await ready();
  rerender({ place: { q: 'a' }, version: 'v1' });
  await give('a');
  await waitFor(() => expect(result.current.settled).toBe(true));
  hold(list([hit(1, { question: 'The ride?' })], 'v2'));
  rerender({ place: { q: 'a' }, version: 'v2' });
  expect(result.current.settled).toBe(false);
  await give('a', found([ride], { version: 'v2' }));
  await waitFor(() => expect(result.current.listing?.hits).toMatchObject([{ question: 'The ride?' }]));
});

it('takes no texts and no highlights from another version’s response', async () => {
  const { result, rerender } = await ready();
  rerender({ place: { q: 'ride' }, version: 'v1' });
  const marked = hit(1, { highlights: { question: [[2, 6]], tags: [] }, snippet: { text: 'Other words.', highlights: [[0, 5]] } });
  await give('ride', found([marked, hit(7)], { version: 'v2' }));
  await waitFor(() => expect(result.current.settled).toBe(true));
  expect(result.current.listing?.hits).toMatchObject([{ id: 'e1', question: 'A ride?', highlights: { question: [] }, snippet: { text: '' } }]);
});

it('searches the loaded entries when the connection is down, and says so', async () => {
  const { result, rerender } = await ready();
  onlineManager.setOnline(false);
  rerender({ place: { q: 'rid' }, version: 'v1' });
  await waitFor(() => expect(result.current).toMatchObject({ local: true, settled: true, listing: { query: 'rid', total: 1 } }));
  await act(async () => onlineManager.setOnline(true));
  await give('rid', found([card]));
  await waitFor(() => expect(result.current).toMatchObject({ local: false, listing: { hits: [{ id: 'e2' }] } }));
});

it('does the same when the engine can’t be reached', async () => {
  const { result, rerender } = await ready();
  rerender({ place: { q: 'card' }, version: 'v1' });
  const call = await asked('card');
  await act(async () => call.fail());
  await waitFor(() => expect(result.current).toMatchObject({ local: true, listing: { total: 1 } }));
});

it('says what is wrong if nothing was loaded', async () => {
  onlineManager.setOnline(false);
  for (const q of ['', 'a']) {
    const { result, unmount } = search({ q });
    await waitFor(() => expect(result.current.problem).toMatchObject({ code: 'unreachable' }));
    unmount();
  }
});

it('says why the texts are missing, and requests them again', async () => {
  hold();
  const { result } = search({ q: 'a' });
  await give('a');
  const texts = await asked(allTexts);
  await act(async () => texts.answer({ error: 'Out of order.', code: 'x' }, 400));
  await waitFor(() => expect(result.current).toMatchObject({ listing: undefined, problem: { message: 'Out of order.' } }));
  act(() => result.current.retry());
  await waitFor(() => expect(held.calls.filter(({ q }) => q === allTexts)).toHaveLength(2));
  await give(allTexts, list([ride]));
  await waitFor(() => expect(held.calls.filter(({ q }) => q === 'a')).toHaveLength(2));
  await give('a');
  await waitFor(() => expect(result.current).toMatchObject({ settled: true, problem: null, listing: { total: 1 } }));
});

it('shows the engine’s own message for a refusal, and doesn’t search locally', async () => {
  const { result, rerender } = await ready();
  rerender({ place: { q: 'a', category: 'Birds' }, version: 'v1' });
  const call = await asked('a');
  await act(async () => call.answer({ error: 'No such category.', code: 'unknown_category' }, 400));
  await waitFor(() => expect(result.current).toMatchObject({ local: false, problem: { message: 'No such category.' } }));
});

const own = hit(1, { question: 'A ride in Texel?' });

it('lists the general texts until the region’s have loaded, and requests each region’s once', async () => {
  const { result, rerender } = await ready({ q: '' }, 'TX');
  expect(result.current).toMatchObject({ general: false, listing: { hits: [{ question: 'A ride?' }, { question: 'A card?' }] } });
  expect(held.calls.map(({ url }) => url)).toEqual([`${location.origin}/api/faq?state=TX`]);
  await give(textsOf('TX'), list([own]));
  await waitFor(() => expect(result.current.listing?.hits).toMatchObject([{ question: 'A ride in Texel?' }]));
  rerender({ place: { q: '' }, version: 'v1' });
  expect(result.current.listing?.hits).toMatchObject([{ question: 'A ride?' }, { question: 'A card?' }]);
  rerender({ place: { q: '' }, version: 'v1', state: 'TX' });
  expect(result.current.listing?.hits).toMatchObject([{ question: 'A ride in Texel?' }]);
  expect(held.calls).toHaveLength(1);
});

it('searches the region’s texts, and searches again for another region', async () => {
  const { result, rerender } = await ready({ q: '' }, 'TX');
  await give(textsOf('TX'), list([own]));
  rerender({ place: { q: 'ride' }, version: 'v1', state: 'TX' });
  expect(await asked('ride')).toMatchObject({ state: 'TX', url: `${location.origin}/api/faq/search` });
  await give('ride', found([hit(1, { highlights: { question: [[2, 6]], tags: [] } })]));
  await waitFor(() => expect(result.current.listing?.hits).toMatchObject([{ question: 'A ride in Texel?', highlights: { question: [[2, 6]] } }]));
  rerender({ place: { q: 'ride' }, version: 'v1' });
  await waitFor(() => expect(held.calls.filter(({ q }) => q === 'ride').map(({ state }) => state)).toEqual(['TX', undefined]));
});

it('highlights nothing in general texts if the region’s were searched', async () => {
  const { result, rerender } = await ready({ q: '' }, 'TX');
  rerender({ place: { q: 'ride' }, version: 'v1', state: 'TX' });
  await give('ride', found([hit(1, { highlights: { question: [[2, 6]], tags: [] } })]));
  await waitFor(() => expect(result.current.listing?.hits).toMatchObject([{ question: 'A ride?', highlights: { question: [] } }]));
});

it('says that the texts are general if the region’s are refused, and searches the general ones', async () => {
  const { result, rerender } = await ready({ q: '' }, 'ZZ');
  const call = await asked(textsOf('ZZ'));
  await act(async () => call.answer({ error: 'No such place.', code: 'not_found' }, 404));
  await waitFor(() => expect(result.current).toMatchObject({ general: true, problem: null, listing: { total: 2 } }));
  rerender({ place: { q: 'ride' }, version: 'v1', state: 'ZZ' });
  expect((await asked('ride')).state).toBeUndefined();
  await give('ride', found([hit(1, { highlights: { question: [[2, 6]], tags: [] } })]));
  await waitFor(() => expect(result.current).toMatchObject({ general: true, listing: { hits: [{ question: 'A ride?', highlights: { question: [[2, 6]] } }] } }));
  act(() => result.current.retry());
  await waitFor(() => expect(held.calls.filter(({ q }) => q === textsOf('ZZ'))).toHaveLength(2));
});

it('also says so when offline, and loads the region’s texts once there is a connection', async () => {
  const { result, rerender } = await ready();
  onlineManager.setOnline(false);
  rerender({ place: { q: '' }, version: 'v1', state: 'TX' });
  await waitFor(() => expect(result.current).toMatchObject({ general: true, local: false, listing: { total: 2 } }));
  await act(async () => onlineManager.setOnline(true));
  await give(textsOf('TX'), list([own]));
  await waitFor(() => expect(result.current).toMatchObject({ general: false, listing: { hits: [{ question: 'A ride in Texel?' }] } }));
});

it('searches without the region if the served version no longer has it', async () => {
  const { result, rerender } = await ready({ q: '' }, 'TX');
  await give(textsOf('TX'), list([own]));
  rerender({ place: { q: 'ride' }, version: 'v1', state: 'TX' });
  const refused = await asked('ride');
  await act(async () => refused.answer({ error: 'No such place.', code: 'unknown_state' }, 422));
  await waitFor(() => expect(held.calls.filter(({ q }) => q === 'ride').map(({ state }) => state)).toEqual(['TX', undefined]));
  await give('ride', found([ride], { version: 'v2' }));
  await waitFor(() => expect(result.current).toMatchObject({ problem: null, listing: { hits: [{ question: 'A ride in Texel?' }] } }));
});
