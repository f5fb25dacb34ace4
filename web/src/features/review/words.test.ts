import { describe, expect, it } from 'vitest';
import type { FaqEntry } from '../../api/faq';
import { walked, type ReviewGroup } from '../../api/review';
import type { Tree } from '../../api/types';
import { categories, readBefore, shortName, title } from './words';

const region = { singular: 'district', plural: 'districts' };
const group = (...names: string[]): ReviewGroup => ({ states: names.map((name) => ({ code: name, name })), example: names[0] ?? '', start: 'a', nodes: [] });
const entry = (id: string, category: string) => ({ id, category }) as FaqEntry;

describe('the words of the review page', () => {
  it('names a group by its first region', () => {
    expect(shortName(group('Low'), region)).toBe('Low');
    expect(shortName(group('Low', 'High'), region)).toBe('Low and 1 other district');
    expect(shortName(group('Low', 'High', 'Old'), region)).toBe('Low and 2 other districts');
  });

  it('keeps the order of the FAQ', () => {
    const found = categories([entry('a', 'Rent'), entry('b', 'Heat'), entry('c', 'Rent')]);
    expect(found.map(({ name, entries }) => [name, entries.map(({ id }) => id)])).toEqual([
      ['Rent', ['a', 'c']],
      ['Heat', ['b']],
    ]);
  });

  it('tells what reads as in an earlier group, to the letter', () => {
    const question = (id: string, text: string) => ({ kind: 'question', id, text, scripts: [], answers: [] }) as unknown as ReviewGroup['nodes'][number];
    const [low, high] = [group('Low'), group('High')];
    low.nodes = [question('a', 'one'), question('b', 'two')];
    high.nodes = [question('a', 'one'), question('b', 'three')];
    const before = readBefore([low, high]);
    expect(low.nodes.map((node) => before.get(node))).toEqual([undefined, undefined]);
    expect(high.nodes.map((node) => before.get(node)?.example)).toEqual(['Low', undefined]);
  });

  it('calls a question by its short form, else by its first line', () => {
    const question = { kind: 'question', id: 'a', text: 'Is it **cold**?\n\nMore.', scripts: [], answers: [] } as const;
    expect(title({ ...question, scripts: [], answers: [] })).toBe('Is it cold?');
    expect(title({ ...question, scripts: [], answers: [], short: 'Cold' })).toBe('Cold');
  });

  it('walks a tree in the order in which it is read, each node once', () => {
    const answer = (next: string) => ({ id: next, text: next, next });
    const question = (...next: string[]) => ({ kind: 'question', text: '', scripts: [], answers: next.map(answer) });
    const nodes = { z: question('b', 'a'), a: question('c'), b: question('c'), c: question(), lost: question() };
    expect(walked({ start: 'z', nodes } as unknown as Tree).map(({ id }) => id)).toEqual(['z', 'b', 'a', 'c']);
  });
});
