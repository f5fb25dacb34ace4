import { expect, it } from 'vitest';
import { wellFormed } from './SearchBar';

it('mends lone surrogates, which no JSON can carry', () => {
  expect(wellFormed('a\uD83D b\uDDF3 🗳')).toBe('a\uFFFD b\uFFFD 🗳');
});
