import fc from '../test/fc';
import { expect, it } from 'vitest';
import { typeAhead } from './typeAhead';

const state = (code: string, name: string) => ({ code, name });
const some = [
  state('MI', 'Minster'),
  state('MA', 'Mallow Sands'),
  state('ME', 'Mainland'),
  state('MD', 'Maryport'),
  state('TX', 'Texel'),
  state('TN', 'Tenby'),
  state('NK', 'New Kelso'),
  state('NY', 'New Yarrow'),
  state('WN', 'West Newport'),
  state('NP', 'Newport'),
  state('IL', 'Île Verte'),
];
const code = (typed: string, current?: string) => typeAhead(typed, some, current)?.code;

it('takes a code or the beginning of a name, in whatever case', () => {
  expect(['tex', 'TX', 'tx', 'Texel', 't'].map((typed) => code(typed))).toEqual(['TX', 'TX', 'TX', 'TX', 'TX']);
});

it('takes a code that is typed in full over names that begin so, and further letters for a name', () => {
  expect(['m', 'ma', 'mai', 'mar', 'mal', 'mi'].map((typed) => code(typed))).toEqual(['MI', 'MA', 'ME', 'MD', 'MA', 'MI']);
});

it('minds spaces between words, no accents, and beginnings alone', () => {
  expect(['new y', 'new  yar', 'newport', 'ile v', 'yarrow'].map((typed) => code(typed))).toEqual(['NY', 'NY', 'NP', 'IL', undefined]);
});

it('goes through the names of one letter that is pressed again and again', () => {
  expect(code('m')).toBe('MI');
  expect(code('mm', 'MI')).toBe('MA');
  expect(code('mmm', 'MA')).toBe('ME');
  expect(code('mmmmm', 'MD')).toBe('MI');
  expect(code('zz')).toBeUndefined();
});

it('finds nothing for nothing, and in nothing', () => {
  expect(['', ' ', 'q', 'texels'].map((typed) => code(typed))).toEqual([undefined, undefined, undefined, undefined]);
  expect(typeAhead('tt', [])).toBeUndefined();
});

const letters = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...'abcmn '), minLength: min, maxLength: max });
/** Regions that are told apart: codes of two letters, longer names that are no code. */
const regions = fc
  .uniqueArray(fc.tuple(letters(2, 2), letters(3, 9)), { minLength: 1, maxLength: 30, selector: ([one]) => one.trim() })
  .map((pairs) => pairs.map(([one, name], index) => state(one.toUpperCase(), `${name.replace(/\s+/g, ' ').trim()}${'abc'[index % 3]}${index}`)))
  .filter((all) => all.every((one) => /^\S\S$/.test(one.code)));

it('selects each region by its code and by its name, typed in full', () => {
  fc.assert(
    fc.property(regions, (all) => {
      for (const one of all) {
        for (const typed of [one.code, one.code.toLowerCase(), one.name, one.name.toUpperCase()]) expect(typeAhead(typed, all)).toBe(one);
      }
    }),
  );
});
