import { expect, it } from 'vitest';
import { answerText } from './answerText';

it('writes a URL out once', () => {
  expect(answerText('Go to [usa.gov/voter-id](<https://usa.gov/voter-id>).')).toBe('Go to https://usa.gov/voter-id.');
  expect(answerText('See our [rules page](https://example.org/rules) first')).toBe('See our rules page (https://example.org/rules) first');
  expect(answerText('[Vote.gov](https://www.vote.gov/)')).toBe('https://www.vote.gov/');
});

it('leaves URLs unchanged, whatever they contain', () => {
  expect(answerText('[a](<https://a.org/_x_/*y*/b_c_d>) and _so_ on')).toBe('a (https://a.org/_x_/*y*/b_c_d) and so on');
  expect(answerText('[x](<https://a.org/q(1)>)')).toBe('x (https://a.org/q(1))');
});

it('writes phone numbers and email addresses without their scheme', () => {
  expect(answerText('[866-687-8683](tel:+18666878683)')).toBe('866-687-8683');
  expect(answerText('[call us](tel:+18666878683)')).toBe('call us (+18666878683)');
  expect(answerText('[a@b.org](mailto:a@b.org)')).toBe('a@b.org');
});

it('joins lines, and keeps paragraphs, lists, and hard breaks', () => {
  expect(answerText('One\ntwo.\n\n\nThree:\n\n- a\n  b\n* c\n1. d\n\nHard  \nbreak')).toBe('One two.\n\nThree:\n\n- a b\n- c\n1. d\n\nHard\nbreak');
});

it('drops formatting', () => {
  expect(answerText('**Yes**, *if* `x`, 5 \\* 3')).toBe('Yes, if x, 5 * 3');
});
