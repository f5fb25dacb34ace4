import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { anyTree, anyWalk, endsAtOnce, sampleTree } from '../test/decision-tree/trees';
import type { GivenAnswer } from './tree';
import { questionNumber, walk, withAnswer } from './walk';

const yes: GivenAnswer = { node: 'B', answer: 'yes' };
const lacksId: GivenAnswer = { node: 'C', answer: 'id' };

describe('walk', () => {
  it("begins at the tree's first node, with the choice of the state as first entry", () => {
    const walked = walk(sampleTree, []);
    expect(walked).toMatchObject({ path: ['B'], current: 'B', answers: [] });
    expect(walked?.history).toEqual([{ kind: 'state', answer: 'Texas' }]);
    expect(walked?.problem).toBeUndefined();
    expect(walked && questionNumber(walked)).toBe(2);
  });

  it('follows the answers to the solution', () => {
    const walked = walk(sampleTree, [yes, lacksId]);
    expect(walked).toMatchObject({ path: ['B', 'C', 'K7'], current: 'K7' });
    expect(walked?.history.map((entry) => entry.answer)).toMatchObject(['Texas', { id: 'yes' }, { id: 'id' }]);
    expect(walked?.node).toMatchObject({ kind: 'solution', type: 'urgent' });
  });

  it('is at its end at once where the first node is the end', () => {
    const walked = walk(endsAtOnce, []);
    expect(walked).toMatchObject({ path: ['I'], history: [{ kind: 'state', answer: 'California' }] });
    expect(walked?.node).toMatchObject({ kind: 'solution', type: 'no-assistance' });
  });

  it.each<[string, GivenAnswer[], number, string]>([
    ['a node that is not the current one', [yes, yes], 1, 'C'],
    ['a node that is not there', [yes, { node: 'Z9', answer: 'yes' }], 1, 'C'],
    ['an answer that the question does not have', [{ node: 'B', answer: 'maybe' }], 0, 'B'],
    ['an answer after the end', [yes, lacksId, { node: 'K7', answer: 'yes' }], 2, 'K7'],
    ['a name that every object has', [{ node: 'constructor', answer: 'name' }], 0, 'B'],
  ])('stops before %s', (_, given, index, current) => {
    const walked = walk(sampleTree, given);
    expect(walked).toMatchObject({ current, problem: { index } });
    expect(walked?.answers).toEqual(given.slice(0, index));
    expect(walked?.history).toHaveLength(index + 1);
  });

  it('stops before an answer whose next node is missing, though the engine never serves one', () => {
    const nodes = Object.fromEntries(Object.entries(sampleTree.nodes).filter(([id]) => id !== 'K7'));
    expect(walk({ ...sampleTree, nodes }, [yes, lacksId])).toMatchObject({ current: 'C', problem: { index: 1 } });
  });

  it('has nothing to show for a tree without its first node', () => {
    expect(walk({ ...sampleTree, start: 'toString' }, [])).toBeUndefined();
  });

  it('reproduces every walk from its answers: as many entries, each node as it was asked', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        const walked = walk(tree, answers);
        expect(walked?.problem).toBeUndefined();
        expect(walked?.answers).toEqual(answers);
        expect(walked?.path.slice(0, -1)).toEqual(answers.map(({ node }) => node));
        expect(
          walked?.history.slice(1).map((entry) => entry.kind === 'question' && { node: entry.node, answer: entry.answer.id }),
        ).toEqual(answers);
      }),
    );
  });

  it('with one answer less stands one step back, from any point of any walk', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        fc.pre(answers.length > 0);
        const there = walk(tree, answers);
        const here = walk(tree, answers.slice(0, -1));
        expect(here?.path).toEqual(there?.path.slice(0, -1));
        expect(here?.history).toEqual(there?.history.slice(0, -1));
      }),
    );
  });

  it('never throws, and keeps exactly what fits, whatever the address says', () => {
    const anything = fc.array(fc.record({ node: fc.string(), answer: fc.string() }), { maxLength: 6 });
    fc.assert(
      fc.property(anyTree, anything, (tree, given) => {
        const walked = walk(tree, given);
        expect(walked?.answers).toEqual(given.slice(0, walked?.problem?.index));
        expect(walked && walk(tree, walked.answers)?.problem).toBeUndefined();
      }),
    );
  });
});

describe('withAnswer', () => {
  it('records an answer once: the node is no longer the current one afterwards', () => {
    const before = walk(sampleTree, []);
    const once = before && withAnswer(before, 'B', 'yes');
    expect(once).toEqual([yes]);
    const after = once && walk(sampleTree, once);
    expect(after && withAnswer(after, 'B', 'yes')).toBeUndefined();
  });

  it('knows only the answers of the question', () => {
    const walked = walk(sampleTree, []);
    expect(walked && withAnswer(walked, 'B', 'perhaps')).toBeUndefined();
  });
});
