import { expect, it } from 'vitest';
import type { Fact, Flow, Step } from '../api/types';
import { sampleFlow, treeStep } from '../test/decision-tree/content';
import { sampleTree } from '../test/decision-tree/trees';
import { allAsked, askedOnTheWay, factOf, inWords, missing, noted, saysWho, stepsTo } from './fact';
import type { Question, Tree } from './tree';
import { walk } from './walk';

const fact = (id: string, more: Partial<Fact> = {}): Fact => ({ id, label: `The ${id}`, kind: 'text', required: false, choices: [], ...more });
const ask = (id: string, ...facts: Fact[]): Tree['nodes'] => ({ [id]: { ...(sampleTree.nodes[id] as Question), ask_for: facts } });

const [begin, , form] = sampleFlow.steps;
const look = { ...begin, id: 'look', kind: 'faq', back: 'begin', ask_for: [fact('topic')] } as Step;
const flow: Flow = { ...sampleFlow, steps: [{ ...begin, ask_for: [fact('voter.name'), fact('call-back')] } as Step, treeStep, form as Step, look] };
const tree: Tree = { ...sampleTree, nodes: { ...sampleTree.nodes, ...ask('B', fact('call-back')), ...ask('C', fact('deadline', { kind: 'date' })) } };
const ids = (facts: readonly Fact[]) => facts.map(({ id }) => id);

it('writes a date out, the same day in every zone, and all else on one line', () => {
  expect(inWords('date', '2026-10-05')).toBe('October 5, 2026');
  expect(inWords('date', '0026-01-01')).toContain('January 1');
  expect(inWords('date', 'next week')).toBe('next week');
  expect(inWords('text', ' two\nlines ')).toBe('two lines');
  expect(inWords('number', '')).toBe('');
});

it('knows which placeholders stand for facts', () => {
  expect(['voter.name', 'said.call-back', 'state.name'].map(factOf)).toEqual(['voter.name', 'call-back', undefined]);
});

it('knows which facts say who the voter is', () => {
  const facts = [fact('voter.name'), fact('call-back', { kind: 'phone' }), fact('deadline', { kind: 'date' })];
  expect(ids(facts.filter(saysWho))).toEqual(['voter.name', 'call-back']);
});

it('follows each step back to the first', () => {
  expect(stepsTo(flow, form as Step).map(({ id }) => id)).toEqual(['begin', 'walk', 'form']);
  expect(stepsTo(flow, look).map(({ id }) => id)).toEqual(['begin', 'look']);
});

it('knows what was asked for on the way, each once: up to the question on the screen, and nothing of another way', () => {
  const at = (...answers: string[]) => walk(tree, answers.map((pair) => ({ node: pair.split('.')[0] ?? '', answer: pair.split('.')[1] ?? '' })));
  expect(ids(askedOnTheWay(flow, treeStep, at()))).toEqual(['voter.name', 'call-back']);
  expect(ids(askedOnTheWay(flow, form as Step, at('B.yes', 'C.id')))).toEqual(['voter.name', 'call-back', 'deadline']);
  expect(ids(askedOnTheWay(flow, form as Step, at('B.no')))).toEqual(['voter.name', 'call-back']);
  expect(ids(askedOnTheWay(flow, look, at('B.yes', 'C.id')))).toEqual(['voter.name', 'call-back', 'topic']);
  expect(ids(allAsked(flow, tree))).toEqual(['voter.name', 'call-back', 'topic', 'deadline']);
});

it('tells what was noted, in words, and what is needed and wasn’t', () => {
  const facts = [fact('day', { kind: 'date', required: true }), fact('name', { required: true }), fact('city')];
  const values = { day: '2026-10-05', name: ' ' };
  expect(noted([...facts, ...facts], values)).toEqual([{ id: 'day', label: 'The day', text: 'October 5, 2026' }]);
  expect(ids(missing(facts, values))).toEqual(['name']);
});
