import fc from '../test/fc';
import { expect, it } from 'vitest';
import { typeAhead } from './stage';

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
const code = (typed: string, current?: string) => Object.values(typeAhead(typed, some, current) ?? {})[0];

it('accepts a code or the beginning of a name, in any case', () => {
  expect(['tex', 'TX', 'tx', 'Texel', 't'].map((typed) => code(typed))).toEqual(['TX', 'TX', 'TX', 'TX', 'TX']);
});

it('prefers a complete code over names that start with it, and accepts more letters for a name', () => {
  expect(['m', 'ma', 'mai', 'mar', 'mal', 'mi'].map((typed) => code(typed))).toEqual(['MI', 'MA', 'ME', 'MD', 'MA', 'MI']);
});

it('respects spaces between words, ignores accents, and matches only beginnings', () => {
  expect(['new y', 'new  yar', 'newport', 'ile v', 'yarrow'].map((typed) => code(typed))).toEqual(['NY', 'NY', 'NP', 'IL', undefined]);
});

it('cycles through the names that start with a letter when it’s pressed repeatedly', () => {
  expect(code('m')).toBe('MI');
  expect(code('mm', 'MI')).toBe('MA');
  expect(code('mmm', 'MA')).toBe('ME');
  expect(code('mmmmm', 'MD')).toBe('MI');
  expect(code('zz')).toBeUndefined();
});

it('finds nothing for an empty text or in an empty list', () => {
  expect(['', ' ', 'q', 'texels'].map((typed) => code(typed))).toEqual([undefined, undefined, undefined, undefined]);
  expect(typeAhead('tt', [])).toBeUndefined();
});

it('recognizes a place that isn’t served if no region’s name starts that way', () => {
  const places = [{ names: ['Guernsey', 'GY'], say: 'Not Guernsey.' }, { names: ['D.C.', 'Texel, D.C.', 'Mi'], say: 'Not D.C.' }];
  const meant = (typed: string) => Object.values(typeAhead(typed, [...some, state('GD', 'Goldport')], undefined, places) ?? {}).at(-1);
  expect(['g', 'go', 'gu', 'gy', 'guernsey', 'guernseyy'].map(meant)).toEqual(['Goldport', 'Goldport', 'Not Guernsey.', 'Not Guernsey.', 'Not Guernsey.', undefined]);
  expect(['dc', 'D.C.', 'd.c', 'texel', 'texel d', 'Texel, D', 'mi'].map(meant)).toEqual(['Not D.C.', 'Not D.C.', 'Not D.C.', 'Texel', 'Not D.C.', 'Not D.C.', 'Minster']);
});

const letters = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...'abcmn '), minLength: min, maxLength: max });
/** Regions that can be told apart: two-letter codes, and longer names that aren't codes. */
const regions = fc
  .uniqueArray(fc.tuple(letters(2, 2), letters(3, 9)), { minLength: 1, maxLength: 30, selector: ([one]) => one.trim() })
  .map((pairs) => pairs.map(([one, name], index) => state(one.toUpperCase(), `${name.replace(/\s+/g, ' ').trim()}${'abc'[index % 3]}${index}`)))
  .filter((all) => all.every((one) => /^\S\S$/.test(one.code)));

it('selects each region by its full code or name, no matter which places aren’t served', () => {
  fc.assert(
    fc.property(regions, fc.array(letters(1, 9)), (all, names) => {
      for (const one of all) {
        for (const typed of [one.code, one.code.toLowerCase(), one.name, one.name.toUpperCase()]) expect(typeAhead(typed, all, undefined, [{ names, say: 'No.' }])).toBe(one);
      }
    }),
  );
});

it('never selects a region for the full name of a place that isn’t served, unless a region has the same name', () => {
  fc.assert(
    fc.property(regions, letters(1, 9), (all, name) => {
      fc.pre(name.trim() !== '' && all.every((one) => ![one.code, one.name].some((own) => typeAhead(own, [state(name, name)]) && typeAhead(name, [state(own, own)]))));
      const place = { names: [name], say: 'No.' };
      expect(typeAhead(name, all, undefined, [place])).toBe(place);
    }),
  );
});
