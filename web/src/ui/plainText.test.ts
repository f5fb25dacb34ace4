import { expect, it } from 'vitest';
import { plainText } from './words';

it('drops formatting and keeps the text', () =>
  expect(plainText('Is the voter **without** an *up-to-date* ID, `really`?\n\n> A [link](https://a.example/x)')).toBe(
    'Is the voter without an up-to-date ID, really?\n\nA link',
  ));

it('writes URLs out', () =>
  expect(plainText('See [the rules](https://a.example/b_c_d) or call [866-555-0100](tel:866-555-0100).', { addresses: true })).toBe(
    'See the rules (https://a.example/b_c_d) or call 866-555-0100.',
  ));

it('leaves names with underscores and arithmetic alone', () => expect(plainText('BC_URGENT_NOW, 2 * 3 * 4')).toBe('BC_URGENT_NOW, 2 * 3 * 4'));

it('writes out a URL in angle brackets without the brackets, as the engine does', () =>
  expect(plainText('see [the page](<https://a.example/x>).', { addresses: true })).toBe('see the page (https://a.example/x).'));
