import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adopt, fetchAhead, guidePage, isOurs, makeQueryClient, tree } from './queries';
import type { Content, Guide, Tree } from './types';

const asked: string[] = [];
let queries: QueryClient;
const tx = { version: 'v1', start: 'A' } as unknown as Tree;
const guides: Guide[] = [
  { id: 'own', title: 'Own', src: '/guides/own' },
  { id: 'else', title: 'Elsewhere', src: 'https://guides.example.org/x' },
];
const content = (version: string) => ({ version, guides }) as unknown as Content;

beforeEach(() => {
  asked.length = 0;
  queries = makeQueryClient();
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    if (pathname === '/api/trees') return Response.json({ version: 'v1', trees: { TX: tx, AZ: { ...tx, start: 'B' } } });
    if (pathname.startsWith('/guides/')) return new Response('<p>page</p>', { headers: { 'content-type': 'text/html' } });
    return Response.json({});
  });
});
afterEach(() => vi.unstubAllGlobals());

const ahead = (only?: string, signal = new AbortController().signal) => fetchAhead(queries, content('v1'), only, signal);

it('puts every region’s tree where the screens look for it, from one response, along with our own guides', async () => {
  await ahead();
  expect(asked).toEqual(['/api/faq', '/guides/own', '/api/trees?version=v1']);
  expect(queries.getQueryData(tree('TX', 'v1').queryKey)).toEqual(tx);
  expect(queries.getQueryData(tree('AZ', 'v1').queryKey)).toMatchObject({ start: 'B' });
  expect(queries.getQueryData(guidePage('v1', 'own').queryKey)).toBe('<p>page</p>');
  // Nothing is requested twice.
  await ahead();
  expect(asked).toHaveLength(3);
});

it('keeps the tree that a contact is already walking', async () => {
  const walked = { ...tx, start: 'mine' };
  queries.setQueryData(tree('TX', 'v1').queryKey, walked);
  await ahead();
  expect(queries.getQueryData(tree('TX', 'v1').queryKey)).toBe(walked);
});

it('requests the only tree if the helpline asks for no region', async () => {
  await ahead('all');
  expect(asked.at(-1)).toBe('/api/tree/all?version=v1');
});

it('stops once nobody needs it', async () => {
  const over = new AbortController();
  over.abort();
  await ahead(undefined, over.signal);
  expect(asked).toEqual([]);
});

it('requests everything again for another version, and drops the previous version’s data', async () => {
  await ahead();
  adopt(queries, content('v2'));
  expect(queries.getQueryData(tree('TX', 'v1').queryKey)).toBeUndefined();
  expect(queries.getQueryData(guidePage('v1', 'own').queryKey)).toBeUndefined();
  await fetchAhead(queries, content('v2'), undefined, new AbortController().signal);
  expect(asked.slice(3)).toEqual(['/api/faq', '/guides/own', '/api/trees?version=v2']);
  // Results that arrived before the version was adopted are kept.
  adopt(queries, content('v2'));
  expect(queries.getQueryData(guidePage('v2', 'own').queryKey)).toBe('<p>page</p>');
});

it('tells our own pages from external ones', () =>
  expect(['/guides/x', 'https://guides.example.org', '//guides.example.org/x'].map((src) => isOurs({ src }))).toEqual([true, false, false]));
