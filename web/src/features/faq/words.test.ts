import { expect, it } from 'vitest';
import { hit } from '../../test/faq/entries';
import { hitWords, wordPattern } from './marks';

const expired = hit(1, {
  question: 'An expired card?',
  highlights: { question: [[3, 10]], tags: [] },
  snippet: { text: '…it expired, (really)', highlights: [[4, 11], [14, 20]] },
});

it('collects each highlighted word once', () => {
  expect(hitWords(expired).map(({ text }) => text)).toEqual(['expired', 'really']);
});

it('finds them again as words, whatever characters they contain', () => {
  const found = (text: string) => [...text.matchAll(wordPattern(hitWords(expired)) ?? /$^/g)].map((one) => one[0]);
  expect(found('Expired or unexpired, expiredness, really')).toEqual(['Expired', 'really']);
  expect(wordPattern([])).toBeUndefined();
  expect('a+b? (c)'.match(wordPattern([{ text: 'a+b?', whole: true }]) ?? /$^/)?.[0]).toBe('a+b?');
  expect('absentee'.match(wordPattern([{ text: 'abs', whole: false }]) ?? /$^/)?.[0]).toBe('abs');
});
