/** A small FAQ for tests, and a fake engine that holds it and answers searches on command. Never part of the app. */
import type { Content, FaqAnswer, FaqList, FaqTexts as Words } from '../../api/types';
import type { Hit } from '../../features/faq/listing';

export const texts: Words = {
  placeholder: 'Search here...',
  empty: 'Nothing of that kind.',
  all_categories: 'Every category',
  clear: 'No category',
  weak_heading: 'Only in part',
  weak_only: 'Nothing fits.',
};

export const sampleContent = {
  version: 'v1',
  site: {
    product: 'Guide',
    region: {},
    organisation: { support_email: 'help@example.org' },
    pages: { faq: texts, tree: { select_label: 'Where', select_placeholder: 'Choose one' } },
  },
  flows: [],
  states: [
    { code: 'TN', name: 'Tenby' },
    { code: 'TX', name: 'Texel' },
  ],
} as unknown as Content;

export function hit(number: number, more: Partial<Hit> = {}): Hit {
  const tags = more.tags ?? [];
  return {
    number,
    id: `e${number}`,
    question: `Question ${number}?`,
    answer: `Answer ${number}.`,
    tags,
    category: 'Cats',
    weak: false,
    highlights: { question: [], tags: tags.map(() => []) },
    snippet: { text: `Answer ${number}.`, highlights: [] },
    ...more,
  };
}

/** Returns the list of these entries, in content order. */
export function list(hits: readonly Hit[], version = 'v1'): FaqList {
  const entries = hits.map(({ number, id, question, answer, note, tags, category }) => ({ number, id, question, answer, note, tags, category }));
  return { version, entries: entries.sort((a, b) => a.number - b.number) };
}

/** Returns the engine's response that names these hits, out of `total` matches. */
export function found(hits: readonly Hit[], more: Partial<FaqAnswer> = {}): FaqAnswer {
  return {
    version: 'v1',
    total: hits.length,
    strong: hits.filter(({ weak }) => !weak).length,
    categories: [{ name: 'Cats', count: hits.length }],
    entries: hits.map(({ id, weak, highlights, snippet }) => ({ id, score: 1, weak, highlights, snippet })),
    elsewhere: [],
    ...more,
  };
}

export interface Call {
  q: string;
  category: string | null;
  limit: number;
  /** The requested region; `undefined` in a search without one. */
  state?: string | undefined;
  url: string;
  signal: AbortSignal;
  answer: (body: unknown, status?: number) => void;
  /** Fails the request as if the network were down. */
  fail: () => void;
}

export interface Held {
  fetch: (request: Request) => Promise<Response>;
  /** The searches, and the requests for text, which are recorded under the names below. */
  calls: Call[];
  call: (q: string) => Call;
}

/** The name under which requests for the general text are recorded. */
export const allTexts = '(texts)';
/** Returns the name under which requests for a region's text are recorded. */
export const textsOf = (state: string) => `(texts of ${state})`;

/**
 * Returns a `fetch` whose responses to searches, and to requests for a region's text, wait until a test sends them, in
 * any order. The general list, `entries`, is available immediately if it's given.
 */
export function heldFetch(entries?: FaqList): Held {
  const calls: Call[] = [];
  const fetch = async (request: Request) => {
    const posted = request.method === 'POST';
    const region = new URL(request.url).searchParams.get('state') ?? undefined;
    if (!posted && entries !== undefined && region === undefined) return Response.json(entries);
    const { q, category, limit, state } = posted
      ? ((await request.clone().json()) as Pick<Call, 'q' | 'category' | 'limit' | 'state'>)
      : { q: region === undefined ? allTexts : textsOf(region), category: null, limit: 0, state: region };
    return new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      calls.push({
        q,
        category,
        limit,
        state,
        url: request.url,
        signal: request.signal,
        answer: (body, status = 200) => resolve(Response.json(body, { status })),
        fail: () => reject(new TypeError('Failed to fetch')),
      });
    });
  };
  const call = (q: string) => {
    const last = calls.findLast((one) => one.q === q);
    if (last === undefined) throw new Error(`nothing asked for "${q}", only ${calls.map((one) => `"${one.q}"`).join(', ')}`);
    return last;
  };
  return { fetch, calls, call };
}
