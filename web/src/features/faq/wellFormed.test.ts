import { expect, it } from 'vitest';
import { wellFormed } from './SearchBar';

it('fixes lone surrogates, which JSON can’t represent', () => {
  expect(wellFormed('a\uD83D b\uDDF3 🗳')).toBe('a\uFFFD b\uFFFD 🗳');
});
