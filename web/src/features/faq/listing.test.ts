import { expect, it } from 'vitest';
import { found, hit, list } from '../../test/faq/entries';
import { listing } from './listing';

const marked = hit(1, { question: 'A ride?', highlights: { question: [[2, 6]], tags: [] }, snippet: { text: 'Ask for a ride.', highlights: [[10, 14]] } });
const other = hit(2, { weak: true });

it('lists the loaded texts, in the response’s order and with its highlights', () => {
  const { hits, total, strong } = listing(list([marked, other]), 'ride', found([other, marked]));
  expect(hits).toEqual([other, marked]);
  expect([total, strong]).toEqual([2, 1]);
});

it('ignores the texts and highlights of a response from another version', () => {
  const held = list([{ ...marked, question: 'Do I get a ride?' }]);
  const { hits } = listing(held, 'ride', found([marked], { version: 'v2' }));
  expect(hits).toMatchObject([{ id: 'e1', question: 'Do I get a ride?', highlights: { question: [], tags: [] }, snippet: { text: '', highlights: [] } }]);
});

it('ignores the highlights if other texts were searched', () => {
  const { hits } = listing(list([marked]), 'ride', found([marked]), false);
  expect(hits).toMatchObject([{ id: 'e1', question: 'A ride?', highlights: { question: [] }, snippet: { text: '' } }]);
});

it('leaves out entries that aren’t loaded, and doesn’t count them', () => {
  const answer = found([hit(9), marked, hit(8, { weak: true }), other], { version: 'v2', total: 30, strong: 20 });
  const { hits, total, strong } = listing(list([marked, other]), 'ride', answer);
  expect(hits.map(({ id, weak }) => [id, weak])).toEqual([['e1', false], ['e2', true]]);
  expect([total, strong]).toEqual([28, 19]);
});
