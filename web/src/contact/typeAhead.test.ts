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

it('takes a place that isn’t served for what it is, where no region’s name begins so', () => {
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

it('selects each region by its code and by its name, typed in full, whatever isn’t served', () => {
  fc.assert(
    fc.property(regions, fc.array(letters(1, 9)), (all, names) => {
      for (const one of all) {
        for (const typed of [one.code, one.code.toLowerCase(), one.name, one.name.toUpperCase()]) expect(typeAhead(typed, all, undefined, [{ names, say: 'No.' }])).toBe(one);
      }
    }),
  );
});

it('never selects a region for the name of a place that isn’t served, typed in full, unless it’s a region’s own', () => {
  fc.assert(
    fc.property(regions, letters(1, 9), (all, name) => {
      fc.pre(name.trim() !== '' && all.every((one) => ![one.code, one.name].some((own) => typeAhead(own, [state(name, name)]) && typeAhead(name, [state(own, own)]))));
      const place = { names: [name], say: 'No.' };
      expect(typeAhead(name, all, undefined, [place])).toBe(place);
    }),
  );
});
