/** A small FAQ for tests, and an engine that answers it when told to. Never part of the app. */
import type { FaqAnswer, FaqHit } from '../../api/faq';
import type { Content, FaqTexts } from '../../api/types';

export const texts: FaqTexts = {
  placeholder: 'Search here...',
  empty: 'Nothing of that kind.',
  all_categories: 'Every category',
  clear: 'No category',
  weak_heading: 'Only in part',
};

export const sampleContent = {
  version: 'v1',
  site: { product: 'Guide', organisation: { support_email: 'help@example.org' }, pages: { faq: texts } },
} as unknown as Content;

export function hit(number: number, more: Partial<FaqHit> = {}): FaqHit {
  const tags = more.tags ?? [];
  return {
    number,
    id: `e${number}`,
    question: `Question ${number}?`,
    answer: `Answer ${number}.`,
    tags,
    category: 'Cats',
    score: 1,
    weak: false,
    highlights: { question: [], tags: tags.map(() => []) },
    snippet: { text: `Answer ${number}.`, highlights: [] },
    ...more,
  };
}

export function found(query: string, entries: FaqHit[], categories = [{ name: 'Cats', count: entries.length }]): FaqAnswer {
  return { version: 'v1', query, total: entries.length, categories, entries };
}

export interface Call {
  q: string;
  category: string | null;
  limit: string | null;
  signal: AbortSignal;
  answer: (body: unknown, status?: number) => void;
  /** As when the network is down. */
  fail: () => void;
}

/** A `fetch` whose answers wait until a test gives them, in whatever order. */
export function heldFetch(): { fetch: (request: Request) => Promise<Response>; calls: Call[]; call: (q: string) => Call } {
  const calls: Call[] = [];
  const fetch = (request: Request) =>
    new Promise<Response>((resolve, reject) => {
      const query = new URL(request.url).searchParams;
      request.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      calls.push({
        q: query.get('q') ?? '',
        category: query.get('category'),
        limit: query.get('limit'),
        signal: request.signal,
        answer: (body, status = 200) => resolve(Response.json(body, { status })),
        fail: () => reject(new TypeError('Failed to fetch')),
      });
    });
  const call = (q: string) => {
    const last = calls.findLast((one) => one.q === q);
    if (last === undefined) throw new Error(`nothing asked for "${q}", only ${calls.map((one) => `"${one.q}"`).join(', ')}`);
    return last;
  };
  return { fetch, calls, call };
}
