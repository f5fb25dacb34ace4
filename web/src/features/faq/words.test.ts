import { describe, expect, it } from 'vitest';
import { hit } from '../../test/faq/entries';
import { matchesFurtherDown } from './snippet';
import { hitWords, wordPattern } from './words';

const expired = hit(1, {
  question: 'An expired card?',
  highlights: { question: [[3, 10]], tags: [] },
  snippet: { text: '…it expired, (really)', highlights: [[4, 11], [14, 20]] },
});

it('collects each word that is marked once', () => {
  expect(hitWords(expired).map(({ text }) => text)).toEqual(['expired', 'really']);
});

it('finds them again as words, whatever they are made of', () => {
  const found = (text: string) => [...text.matchAll(wordPattern(hitWords(expired)) ?? /$^/g)].map((one) => one[0]);
  expect(found('Expired or unexpired, expiredness, really')).toEqual(['Expired', 'really']);
  expect(wordPattern([])).toBeUndefined();
  expect('a+b? (c)'.match(wordPattern([{ text: 'a+b?', whole: true }]) ?? /$^/)?.[0]).toBe('a+b?');
  expect('absentee'.match(wordPattern([{ text: 'abs', whole: false }]) ?? /$^/)?.[0]).toBe('abs');
});

describe('the snippet', () => {
  it('stands there where only it says what matched', () => {
    expect(matchesFurtherDown({ ...expired, answer: `${'Long before. '.repeat(20)} It expired.` })).toBe(true);
  });
  it('is left out where the beginning of the answer says it, or nothing is marked in it', () => {
    expect(matchesFurtherDown({ ...expired, answer: '**Expired** cards may do.' })).toBe(false);
    expect(matchesFurtherDown({ ...expired, snippet: { text: 'x', highlights: [] } })).toBe(false);
  });
});
