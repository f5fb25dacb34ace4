import { expect, it } from 'vitest';
import { fill, parts, placeholders } from './placeholders';

it('separates text and placeholders', () =>
  expect(parts('Hi {voter.name}, I am {volunteer.first_name}.')).toEqual([
    { text: 'Hi ' },
    { placeholder: 'voter.name' },
    { text: ', I am ' },
    { placeholder: 'volunteer.first_name' },
    { text: '.' },
  ]));

it('leaves other braces alone', () => expect(parts('{n} of {total}, { a.b }')).toEqual([{ text: '{n} of {total}, { a.b }' }]));

it('returns each name once', () => expect(placeholders('{a.b} {c.d} {a.b}')).toEqual(['a.b', 'c.d']));

it('fills in known values and keeps the rest', () => expect(fill('{a.b} {c.d}', { 'a.b': ' Ann ' })).toBe('Ann {c.d}'));

it('treats blank values as unknown', () => expect(fill('{a.b}', { 'a.b': '  ' }, (name) => `[${name}]`)).toBe('[a.b]'));
