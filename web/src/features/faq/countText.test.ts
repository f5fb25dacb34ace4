import { expect, it } from 'vitest';
import { hit, texts } from '../../test/faq/entries';
import { countText, type Listing } from './listing';

const listing = (more: Partial<Listing>): Listing => ({ query: 'x', total: 0, strong: 0, categories: [], hits: [], elsewhere: [], ...more });
const said = (more: Partial<Listing>) => countText(listing(more), texts);

it('says how many entries match well, and how many less well', () => {
  const hits = [hit(1), hit(2, { weak: true })];
  expect(said({ total: 1, strong: 1, hits })).toBe('1 found');
  expect(said({ total: 5, strong: 1, hits })).toBe('1 found, 4 weaker');
  expect(said({ total: 40, strong: 30, hits: Array.from({ length: 20 }, (_, n) => hit(n)) })).toBe('30 found, the first 20 listed, 10 weaker');
  expect(said({ total: 1, strong: 1, query: ' ', hits })).toBe('1 entry');
  expect(said({ total: 2, strong: 2, query: '', hits })).toBe('2 entries');
});

it('uses the content’s text if nothing matches well, or else a default', () => {
  expect(said({})).toBe('Nothing of that kind.');
  expect(said({ total: 3 })).toBe('Nothing fits. 3 weaker');
  expect(countText(listing({ total: 3 }), { empty: 'No.' })).toBe('Nothing matches well. 3 weaker');
});

it('names a matter that another office handles instead of saying that nothing was found', () => {
  const elsewhere = [{ id: 'a', score: 3, question: 'How do I renew a passport?', text: 'At the State Department.' }];
  expect(said({ elsewhere })).toBe('Not ours: How do I renew a passport?');
  expect(said({ total: 2, elsewhere })).toBe('Not ours: How do I renew a passport? 2 weaker');
});
