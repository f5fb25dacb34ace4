import fc from '../../test/fc';
import { expect, it } from 'vitest';
import { isEmail, isMany, readPasted } from './EmailForm';

const list = new Set(['ann@x.example']);
const read = (text: string) => readPasted(text, list);

it.each([
  ['bo@x.example\ncy@x.example', ['bo@x.example', 'cy@x.example']],
  ['bo@x.example, cy@x.example,', ['bo@x.example', 'cy@x.example']],
  ['bo@x.example;cy@x.example\r\n', ['bo@x.example', 'cy@x.example']],
  ['bo@x.example\tcy@x.example dee@x.example', ['bo@x.example', 'cy@x.example', 'dee@x.example']],
  ['Bo Bee <Bo@X.example>, Cy <cy@x.example>', ['bo@x.example', 'cy@x.example']],
  ['"Bee, Bo" <bo@x.example>, "C; y" <cy@x.example>', ['bo@x.example', 'cy@x.example']],
  ['Bee, Bo <bo@x.example>; Cee, Cy <cy@x.example>', ['bo@x.example', 'cy@x.example']],
  ['bo@x.example\nBO@x.example', ['bo@x.example']],
])('%j', (text, fresh) => expect(read(text)).toEqual({ fresh, known: [], invalid: [] }));

it('separates known addresses and text that isn’t an address', () =>
  expect(read('Ann <ann@x.example>\nnobody\nbo@x\ncall bo@x.example now\ncy@x.example')).toEqual({
    fresh: ['cy@x.example'],
    known: ['ann@x.example'],
    invalid: ['nobody', 'bo@x', 'call bo@x.example now'],
  }));

it('never throws, and puts everything into exactly one group', () =>
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '@', '.', ',', ';', '<', '>', '"', ' ', '\n') }), (text) => {
    const { fresh, known, invalid } = read(text);
    const all = [...fresh, ...known, ...invalid];
    expect(new Set(all).size).toBe(all.length);
    expect(fresh.every(isEmail)).toBe(true);
    expect(invalid.some(isEmail)).toBe(false);
  })));

it('tells one address from several', () => {
  expect(['ann@x.example', ' ann@x.example\n', 'ann'].map(isMany)).toEqual([false, false, false]);
  expect(['a@x.example,b@x.example', 'a@x.example b@x.example', 'Ann <a@x.example>'].map(isMany)).toEqual([true, true, true]);
});
