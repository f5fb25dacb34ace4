import { describe, expect, it } from 'vitest';
import type { Content, FaqEntry, ReviewGroup, ReviewNode, ReviewState, Tree } from '../../api/types';
import { walked } from '../../api/review';
import { anchors, categories, isScheduled, nodeName, periods, shortName, title } from './words';

const zones = { Low: 'America/New_York', High: 'Pacific/Honolulu' };
const content = {
  site: { region: { singular: 'district', plural: 'districts' } },
  states: Object.entries(zones).map(([code, zone]) => ({ code, name: code, time_zones: [zone] })),
} as unknown as Content;
const state = (name: string, more: Partial<ReviewState> = {}): ReviewState => ({ code: name, name, ...more });
const group = (...states: ReviewState[]): ReviewGroup => ({ states, example: states[0]?.code ?? '', start: 'a', nodes: [] });
const entry = (id: string, category: string) => ({ id, category }) as FaqEntry;
const question = (id: string, more: object = {}) => ({ kind: 'question', id, text: 'Is it **cold**?\n\nMore.', scripts: [], ask_for: [], answers: [], ...more }) as ReviewNode;
/** The start of October 6 in New York and in Honolulu. */
const [inNewYork, inHonolulu] = ['2026-10-06T04:00:00Z', '2026-10-06T10:00:00Z'];

describe('the wording of the review page', () => {
  it('names a group by its first region and by its period', () => {
    expect(shortName(group(state('Low')), content)).toBe('Low');
    expect(shortName(group(state('Low'), state('High')), content)).toBe('Low and 1 other district');
    expect(shortName(group(state('Low'), state('High'), state('Old')), content)).toBe('Low and 2 other districts');
    expect(shortName(group(state('Low', { until: inNewYork }), state('Low', { from: inHonolulu })), content)).toBe('Low, through October 5, 2026');
    expect(shortName(group(state('High', { from: inHonolulu })), content)).toBe('High, from October 6, 2026');
  });

  it('combines regions with the same period, each in its own time zone', () => {
    expect(periods(group(state('Low', { from: inNewYork }), state('High', { from: inHonolulu })), content.states)).toEqual([{ names: 'Low, High', period: 'from October 6, 2026' }]);
    expect(periods(group(state('Low'), state('High', { until: inHonolulu }), state('Old')), content.states)).toEqual([
      { names: 'Low, Old', period: undefined },
      { names: 'High', period: 'through October 5, 2026' },
    ]);
  });

  it('tells what is read now from what will be read later', () => {
    expect(isScheduled(group(state('Low', { from: inNewYork })))).toBe(true);
    expect(isScheduled(group(state('Low', { from: inNewYork }), state('High', { until: inHonolulu })))).toBe(false);
  });

  it('has separate anchors for each of a region’s periods', () => {
    const groups = [group(state('Low', { until: inNewYork })), group(state('Low', { from: inNewYork })), group(state('High'))];
    expect(new Set(groups.map(anchors.group)).size).toBe(3);
    // For a single region, in a group where another region's title stands for all of them.
    const others = [inNewYork, inHonolulu].map((from) => ({ ...group(state('High', { from })), example: 'Low' }));
    expect(new Set([group(state('High')), ...others].map((one) => anchors.node(one, 'a'))).size).toBe(3);
  });

  it('keeps the order of the FAQ', () => {
    const found = categories([entry('a', 'Rent'), entry('b', 'Heat'), entry('c', 'Rent')]);
    expect(found.map(({ name, entries }) => [name, entries.map(({ id }) => id)])).toEqual([
      ['Rent', ['a', 'c']],
      ['Heat', ['b']],
    ]);
  });

  it('names a question by its short form, or else by its first line', () => {
    expect(title(question('a'))).toBe('Is it cold?');
    expect(title(question('a', { short: 'Cold' }))).toBe('Cold');
  });

  it('names a node by its id, and numbers the versions that earlier answers make of it', () => {
    const nodes = [question('a'), question('b~1', { question: 'b' }), { ...question('b~2'), kind: 'solution', solution: 'c' } as unknown as ReviewNode, question('b~3', { question: 'b' })];
    expect(nodes.map((node) => nodeName({ ...group(state('Low')), nodes }, node))).toEqual(['a', 'b (1 of 2)', 'c', 'b (2 of 2)']);
  });

  it('walks a tree in reading order, each node once', () => {
    const answer = (next: string) => ({ id: next, text: next, next });
    const asked = (...next: string[]) => ({ kind: 'question', text: '', scripts: [], answers: next.map(answer) });
    const nodes = { z: asked('b', 'a'), a: asked('c'), b: asked('c'), c: asked(), lost: asked() };
    expect(walked({ start: 'z', nodes } as unknown as Tree).map(({ id }) => id)).toEqual(['z', 'b', 'a', 'c']);
  });
});
