import { describe, expect, it } from 'vitest';
import type { Fact, Flow, Question, Step, Tree } from '../api/types';
import { sampleFlow, treeStep } from '../test/decision-tree/content';
import { sampleTree } from '../test/decision-tree/trees';
import { allAsked, askedOnTheWay, factOf, hintOf, inWords, leadsToGuide, missing, noted, once, saysWho, stepsTo } from './fact';
import { walk } from './walk';

const fact = (id: string, more: Partial<Fact> = {}): Fact => ({ id, label: `The ${id}`, kind: 'text', required: false, choices: [], ...more });
const ask = (id: string, ...facts: Fact[]): Tree['nodes'] => ({ [id]: { ...(sampleTree.nodes[id] as Question), ask_for: facts } });

const [begin, , form] = sampleFlow.steps;
const look = { ...begin, id: 'look', kind: 'faq', back: 'begin', ask_for: [fact('topic')] } as Step;
const flow: Flow = { ...sampleFlow, steps: [{ ...begin, ask_for: [fact('voter.name'), fact('call-back')] } as Step, treeStep, form as Step, look] };
const tree: Tree = { ...sampleTree, nodes: { ...sampleTree.nodes, ...ask('B', fact('call-back')), ...ask('C', fact('deadline', { kind: 'date' })) } };
const ids = (facts: readonly Fact[]) => facts.map(({ id }) => id);

it('writes a date out, the same day in every zone, and puts everything else on one line', () => {
  expect(inWords('date', '2026-10-05')).toBe('October 5, 2026');
  expect(inWords('date', '0026-01-01')).toContain('January 1');
  expect(inWords('date', 'next week')).toBe('next week');
  expect(inWords('text', ' two\nlines ')).toBe('two lines');
  expect(inWords('number', '')).toBe('');
});

it('knows which placeholders stand for facts', () => {
  expect(['voter.name', 'said.call-back', 'state.name'].map(factOf)).toEqual(['voter.name', 'call-back', undefined]);
});

it('knows which facts identify the voter', () => {
  const facts = [fact('voter.name'), fact('call-back', { kind: 'phone' }), fact('deadline', { kind: 'date' })];
  expect(ids(facts.filter(saysWho))).toEqual(['voter.name', 'call-back']);
});

it('follows each step back to the first', () => {
  expect(stepsTo(flow, form as Step).map(({ id }) => id)).toEqual(['begin', 'walk', 'form']);
  expect(stepsTo(flow, look).map(({ id }) => id)).toEqual(['begin', 'look']);
});

it('lists what was asked for on the way, once each: up to the current question, and nothing from other paths', () => {
  const at = (...answers: string[]) => walk(tree, answers.map((pair) => ({ node: pair.split('.')[0] ?? '', answer: pair.split('.')[1] ?? '' })));
  expect(ids(askedOnTheWay(flow, treeStep, at()))).toEqual(['voter.name', 'call-back']);
  expect(ids(askedOnTheWay(flow, form as Step, at('B.yes', 'C.id')))).toEqual(['voter.name', 'call-back', 'deadline']);
  expect(ids(askedOnTheWay(flow, form as Step, at('B.no')))).toEqual(['voter.name', 'call-back']);
  expect(ids(askedOnTheWay(flow, look, at('B.yes', 'C.id')))).toEqual(['voter.name', 'call-back', 'topic']);
  expect(ids(allAsked(flow, tree))).toEqual(['voter.name', 'call-back', 'topic', 'deadline']);
});

it('includes what a given answer asks for, which can make a fact required', () => {
  const { B } = tree.nodes;
  const answers = (B as Question).answers.map((answer) => (answer.id === 'yes' ? { ...answer, ask_for: [fact('call-back', { required: true, expect: [{ not_past: true, hint: 'Past.' }] }), fact('city')] } : answer));
  const asking: Tree = { ...tree, nodes: { ...tree.nodes, B: { ...(B as Question), answers } } };
  const at = (...given: string[]) => askedOnTheWay(flow, form as Step, walk(asking, given.map((pair) => ({ node: pair.split('.')[0] ?? '', answer: pair.split('.')[1] ?? '' }))));
  expect(ids(at())).toEqual(['voter.name', 'call-back']);
  expect(ids(missing(at('B.no'), {}))).toEqual([]);
  expect(ids(at('B.yes'))).toEqual(['voter.name', 'call-back', 'city', 'deadline']);
  expect(ids(missing(at('B.yes'), {}))).toEqual(['call-back']);
  expect(at('B.yes')[1]?.expect).toHaveLength(1);
  // The fact keeps the label from the first time it was asked for, whatever asks for it later.
  expect(once([fact('voter.name', { label: 'Name' }), fact('voter.name')])[0]?.label).toBe('Name');
  expect(ids(allAsked(flow, asking))).toContain('city');
});

describe('the hint', () => {
  const day = fact('day', { kind: 'date', expect: [{ not_past: true, hint: 'past' }, { within_days: 30, answered: ['D.yes'], hint: 'answer' }] });
  const plain = fact('day', { kind: 'date', expect: [{ within_days: 0, hint: 'later' }] });
  const reason = fact('why', { expect: [{ answered: ['D.yes', 'E.yes'], hint: 'No was the answer' }] });
  it.each([
    ['a day that has passed', day, '2026-10-04', '', ['2026-10-05'], 'past'],
    ['today', day, '2026-10-05', '', ['2026-10-05'], undefined],
    ['a day that has passed in only one zone', day, '2026-10-04', '', ['2026-10-05', '2026-10-04'], undefined],
    ['a day if no zone is known', day, '2026-10-04', '', [], undefined],
    ['a year that is being typed', day, '0202-10-04', '', ['2026-10-05'], undefined],
    ['a value that isn’t a day', day, 'next week', 'D.no', ['2026-10-05'], undefined],
    ['nothing', day, ' ', 'D.no', ['2026-10-05'], undefined],
    ['the last day that fits the answer', day, '2026-11-04', 'D.yes', ['2026-10-05'], undefined],
    ['a later day', day, '2026-11-05', 'D.yes', ['2026-10-05'], 'answer'],
    ['a later day, before the answer', day, '2026-11-05', '', ['2026-10-05'], 'answer'],
    ['a later day with another answer', day, '2026-11-05', 'D.no', ['2026-10-05'], undefined],
    ['a near day with another answer', day, '2026-11-04', 'D.no', ['2026-10-05'], 'answer'],
    ['a near day with an answer to something else', day, '2026-11-04', 'E.no', ['2026-10-05'], undefined],
    ['a day too late for any answer', plain, '2026-10-06', '', ['2026-10-05'], 'later'],
    ['a text with the other answer', reason, 'a job', 'D.no', [], 'No was the answer'],
    ['a text with one of the answers', reason, 'a job', 'E.yes', [], undefined],
    ['a text before the answer', reason, 'a job', '', [], undefined],
  ] as const)('is right for %s', (_, of, value, given, todays, hint) => {
    const [node = '', answer = ''] = given.split('.');
    expect(hintOf(of, value, { todays, answers: given === '' ? [] : [{ node, answer }] })).toBe(hint);
  });
});

it('knows whether a guide follows', () => {
  const ends = { ...flow, steps: flow.steps.filter(({ kind }) => kind !== 'guide') };
  expect(leadsToGuide(ends, treeStep)).toBe(false);
  const guide = { ...look, id: 'note', kind: 'guide', guide: 'g', buttons: [] } as Step;
  const [first] = flow.steps;
  const led = { ...ends, steps: [...ends.steps.map((step) => (step.id === form?.id ? { ...step, next: { step: 'note' } } : step)), guide] as Step[] };
  expect(leadsToGuide(led, led.steps.find(({ id }) => id === treeStep.id) ?? treeStep)).toBe(true);
  expect(leadsToGuide(ends, first as Step)).toBe(false);
});

it('formats what was noted, and lists what is required but missing', () => {
  const facts = [fact('day', { kind: 'date', required: true }), fact('name', { required: true }), fact('city')];
  const values = { day: '2026-10-05', name: ' ' };
  expect(noted([...facts, ...facts], values)).toEqual([{ id: 'day', label: 'The day', text: 'October 5, 2026' }]);
  expect(ids(missing(facts, values))).toEqual(['name']);
});
