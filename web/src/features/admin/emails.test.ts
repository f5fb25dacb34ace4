import { expect, it } from 'vitest';
import { flaw, normal } from './EmailForm';

const list = new Set(['ann@x.example']);

it.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['ann', 'invalid'],
  ['ann@x', 'invalid'],
  ['ann@@x.example', 'invalid'],
  ['a nn@x.example', 'invalid'],
  ['ann@x..example', 'invalid'],
  ['ann@.example', 'invalid'],
  ['ann@x.example', 'duplicate'],
  [' ANN@X.Example ', 'duplicate'],
  ['bo@x.example', undefined],
  [' bo+1@mail.x.example\t', undefined],
])('%j: %s', (text, expected) => expect(flaw(text, list)).toBe(expected));

it('normalizes addresses before comparing or storing them', () => expect(normal('  ANN@x.Example ')).toBe('ann@x.example'));
