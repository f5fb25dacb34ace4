import { onlineManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../api/queries';
import type { FaqPlace } from '../../paths';
import { found, heldFetch, hit } from '../../test/faq/entries';
import { useSearch, type Found } from './useSearch';

let held: ReturnType<typeof heldFetch>;
let queries: QueryClient;
/** What was shown at each drawing, by the query that it answers. */
let shown: (string | undefined)[];

beforeEach(() => {
  held = heldFetch();
  vi.stubGlobal('fetch', held.fetch);
  queries = makeQueryClient();
  shown = [];
});
afterEach(() => {
  onlineManager.setOnline(true);
  queries.clear();
  vi.unstubAllGlobals();
});

function search(place: FaqPlace, version = 'v1') {
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
  return renderHook<Found, { place: FaqPlace; version: string }>(
    (props) => {
      const result = useSearch(props.version, props.place);
      shown.push(result.answer?.query);
      return result;
    },
    { wrapper, initialProps: { place, version } },
  );
}

const all = found('', [hit(1, { question: 'A ride?' }), hit(2, { question: 'A card?' })]);
const asked = (q: string) => waitFor(() => held.call(q));
const give = async (q: string, body: unknown = found(q, [hit(1)])) => {
  const call = await asked(q);
  await act(async () => call.answer(body));
};

it('shows the newest query’s answer, in whatever order the answers come', async () => {
  const { result, rerender } = search({ q: '' });
  await give('', all);
  await waitFor(() => expect(result.current.answer?.query).toBe(''));
  for (const q of ['a', 'ab', 'abc']) {
    rerender({ place: { q }, version: 'v1' });
    await asked(q);
    // Nothing flickers: the last answer stays.
    expect(result.current.answer?.query).toBe('');
    expect(result.current.settled).toBe(false);
  }
  await give('abc');
  await waitFor(() => expect(result.current.settled).toBe(true));
  await give('a');
  await give('ab');
  await act(async () => Promise.resolve());
  expect(result.current.answer?.query).toBe('abc');
  expect(shown.indexOf('abc')).toBe(shown.length - shown.filter((query) => query === 'abc').length);
  expect(shown).not.toContain('a');
  expect(shown).not.toContain('ab');
});

it('aborts the call that nobody waits for any more', async () => {
  const { rerender } = search({ q: 'a' });
  const first = await asked('a');
  rerender({ place: { q: 'ab' }, version: 'v1' });
  await asked('ab');
  await waitFor(() => expect(first.signal.aborted).toBe(true));
});

it('goes back to an earlier query at once, without asking again', async () => {
  const { result, rerender } = search({ q: 'a' });
  await give('a');
  rerender({ place: { q: 'ab' }, version: 'v1' });
  await give('ab');
  await waitFor(() => expect(result.current.answer?.query).toBe('ab'));
  rerender({ place: { q: 'a' }, version: 'v1' });
  expect(result.current).toMatchObject({ settled: true, answer: { query: 'a' } });
  expect(held.calls.filter(({ q }) => q === 'a')).toHaveLength(1);
});

it('takes answers of another content version for answers to another question', async () => {
  const { result, rerender } = search({ q: 'a' });
  await give('a');
  await waitFor(() => expect(result.current.settled).toBe(true));
  rerender({ place: { q: 'a' }, version: 'v2' });
  expect(result.current.settled).toBe(false);
  await waitFor(() => expect(held.calls.filter(({ q }) => q === 'a')).toHaveLength(2));
});

it('asks for the category, and for everything where nothing is typed', async () => {
  search({ q: '  ', category: 'Cats' });
  await waitFor(() => expect(held.calls.map(({ q, category, limit }) => [q, category, limit])).toEqual([['', null, '1000'], ['', 'Cats', '1000']]));
});

it('searches what was loaded, and says so, when the connection is down', async () => {
  const { result, rerender } = search({ q: '' });
  await give('', all);
  onlineManager.setOnline(false);
  rerender({ place: { q: 'rid' }, version: 'v1' });
  await waitFor(() => expect(result.current).toMatchObject({ local: true, settled: true, answer: { query: 'rid', total: 1 } }));
  await act(async () => onlineManager.setOnline(true));
  await give('rid', found('rid', [hit(7)]));
  await waitFor(() => expect(result.current).toMatchObject({ local: false, answer: { entries: [{ id: 'e7' }] } }));
});

it('does so too when the engine cannot be reached', async () => {
  const { result, rerender } = search({ q: '' });
  await give('', all);
  rerender({ place: { q: 'card' }, version: 'v1' });
  const call = await asked('card');
  await act(async () => call.fail());
  await waitFor(() => expect(result.current).toMatchObject({ local: true, answer: { total: 1 } }));
});

it('says what is wrong where nothing was loaded', async () => {
  onlineManager.setOnline(false);
  const { result } = search({ q: 'a' });
  await waitFor(() => expect(result.current.problem).toMatchObject({ code: 'unreachable' }));
});

it('leaves a refusal to the engine’s own sentence, and does not search in its place', async () => {
  const { result, rerender } = search({ q: '' });
  await give('', all);
  rerender({ place: { q: '', category: 'Birds' }, version: 'v1' });
  const call = await waitFor(() => {
    const one = held.calls.find(({ category }) => category === 'Birds');
    if (one === undefined) throw new Error('not asked');
    return one;
  });
  await act(async () => call.answer({ error: 'No such category.', code: 'unknown_category' }, 400));
  await waitFor(() => expect(result.current).toMatchObject({ local: false, problem: { message: 'No such category.' } }));
});
