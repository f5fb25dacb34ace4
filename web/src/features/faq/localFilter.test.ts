import { describe, expect, it } from 'vitest';
import { hit, list } from '../../test/faq/entries';
import { localFilter, words } from './listing';
import { segments } from './marks';

const all = list([
  hit(1, { question: 'Can I get a ride?', answer: 'Ask about rides. Consider it.', tags: ['rides', 'transport'] }),
  hit(2, { question: "What if my driver’s license expired?", answer: 'It may **still** do.', tags: ['ID'], category: 'Dogs' }),
  hit(3, { question: 'Où voter à l’étranger? 🗳️', answer: 'Far away, where a license is of no use.', tags: [] }),
]);
const ids = (q: string, category?: string) => localFilter(all, q, category).hits.map(({ id }) => id);

it('finds words by their beginnings, not anywhere', () => {
  expect(ids('rid')).toEqual(['e1']);
  expect(ids('ider')).toEqual([]);
});

it('ignores case, accents, apostrophes, and punctuation', () => {
  expect(ids('DRIVERS')).toEqual(['e2']);
  expect(ids("driver's")).toEqual(['e2']);
  expect(ids('etranger')).toEqual([]);
  expect(ids('letranger')).toEqual(['e3']);
  expect(ids('  ride,  ')).toEqual(['e1']);
});

it('ranks the question over the tags over the answer, and all words over some', () => {
  expect(ids('license')).toEqual(['e2', 'e3']);
  const some = localFilter(all, 'license expired ride');
  expect(some.hits.map(({ id, weak }) => [id, weak])).toEqual([
    ['e2', true],
    ['e1', true],
    ['e3', true],
  ]);
  expect(localFilter(all, 'license expired').hits[0]).toMatchObject({ id: 'e2', weak: false });
});

it('counts the matches in every category, whichever is chosen', () => {
  const answer = localFilter(all, 'license', 'Dogs');
  expect(answer).toMatchObject({ total: 1, strong: 1 });
  expect(answer.categories).toEqual([{ name: 'Cats', count: 1 }, { name: 'Dogs', count: 1 }]);
});

it('returns everything, in order, for an empty search', () => {
  expect(ids('')).toEqual(['e1', 'e2', 'e3']);
  expect(ids(' ?! ')).toEqual(['e1', 'e2', 'e3']);
  expect(localFilter(all, '').hits.every(({ weak }) => !weak)).toBe(true);
});

it('doesn’t search the note to the volunteer, and keeps it with its entry', () => {
  const noted = list([hit(1, { note: 'Ask the zookeeper.' }), hit(2, { answer: 'Call the zookeeper.' })]);
  expect(localFilter(noted, 'zookeeper').hits.map(({ id }) => id)).toEqual(['e2']);
  expect(localFilter(noted, '').hits[0]?.note).toBe('Ask the zookeeper.');
});

describe('highlights', () => {
  const marked = (text: string, ranges: number[][]) => segments(text, ranges).filter((part) => part.marked).map((part) => part.text);

  it('cover what matched', () => {
    const [first] = localFilter(all, 'drivers lic').hits;
    expect(marked(first?.question ?? '', first?.highlights.question ?? [])).toEqual(['driver’s', 'license']);
    const [ride] = localFilter(all, 'rid').hits;
    expect(marked(ride?.tags[0] ?? '', ride?.highlights.tags[0] ?? [])).toEqual(['rides']);
    expect(ride?.highlights.tags[1]).toEqual([]);
    expect(marked(ride?.snippet.text ?? '', ride?.snippet.highlights ?? [])).toEqual(['rides']);
  });

  it('are correct far into an answer', () => {
    const late = list([hit(1, { answer: `${'Words that come before. '.repeat(20)}The passport is **here**. ${'And after. '.repeat(30)}` })]);
    const snippet = localFilter(late, 'passp').hits[0]?.snippet;
    expect(marked(snippet?.text ?? '', snippet?.highlights ?? [])).toEqual(['passport']);
  });
});

it('use word positions in scalar values', () => {
  expect(words('🗳️ Été-time')).toEqual([
    { text: 'ete', range: [3, 6] },
    { text: 'time', range: [7, 11] },
  ]);
});

it('accept any input', () => {
  for (const q of ['"', '(', 'AND', '*', '\\', '\u200b', 'x'.repeat(10_000), '👍🏽', 'مرحبا']) expect(() => localFilter(all, q)).not.toThrow();
});
