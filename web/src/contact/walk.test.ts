import fc from '../test/fc';
import { describe, expect, it } from 'vitest';

import { formatAnswers, parseContact, stepPath, type GivenAnswer } from '../paths';
import { sampleFlow, treeStep } from '../test/decision-tree/content';
import { anyTree, anyWalk, endsAtOnce, ofEverybody, sampleTree, withCopies } from '../test/decision-tree/trees';
import { idOf, questionNumber, walk, withAnswer } from './walk';

const yes: GivenAnswer = { node: 'B', answer: 'yes' };
const lacksId: GivenAnswer = { node: 'C', answer: 'id' };

describe('walk', () => {
  it('begins at the tree’s first node, with the choice of the state as the first entry', () => {
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

  it('ends immediately if the first node is the end', () => {
    const walked = walk(endsAtOnce, []);
    expect(walked).toMatchObject({ path: ['I'], history: [{ kind: 'state', answer: 'California' }] });
    expect(walked?.node).toMatchObject({ kind: 'solution', type: 'no-assistance' });
  });

  it('has no choice of a region in its history if there are no regions', () => {
    const walked = walk(ofEverybody, [yes]);
    expect(walked?.history.map((entry) => entry.answer)).toMatchObject([{ id: 'yes' }]);
    expect(walked && questionNumber(walked)).toBe(2);
  });

  it.each<[string, GivenAnswer[], number, string]>([
    ['a node that isn’t the current one', [yes, yes], 1, 'C'],
    ['a node that isn’t there', [yes, { node: 'Z9', answer: 'yes' }], 1, 'C'],
    ['an answer that the question doesn’t have', [{ node: 'B', answer: 'maybe' }], 0, 'B'],
    ['an answer after the end', [yes, lacksId, { node: 'K7', answer: 'yes' }], 2, 'K7'],
    ['a name that every object has', [{ node: 'constructor', answer: 'name' }], 0, 'B'],
  ])('stops before %s', (_, given, index, current) => {
    const walked = walk(sampleTree, given);
    expect(walked).toMatchObject({ current, problem: { index } });
    expect(walked?.answers).toEqual(given.slice(0, index));
    expect(walked?.history).toHaveLength(index + 1);
  });

  it('stops before an answer whose next node is missing, although the engine never serves one', () => {
    const nodes = Object.fromEntries(Object.entries(sampleTree.nodes).filter(([id]) => id !== 'K7'));
    expect(walk({ ...sampleTree, nodes }, [yes, lacksId])).toMatchObject({ current: 'C', problem: { index: 1 } });
  });

  it('shows nothing for a tree without its first node', () => {
    expect(walk({ ...sampleTree, start: 'toString' }, [])).toBeUndefined();
  });

  it('reproduces every walk from its answers: the same number of entries, and each node as it was asked', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        const walked = walk(tree, answers);
        expect(walked?.problem).toBeUndefined();
        expect(walked?.answers).toEqual(answers);
        expect(walked?.path.slice(0, -1).map((key) => idOf(key, tree.nodes[key]))).toEqual(answers.map(({ node }) => node));
        expect(
          walked?.history.slice(1).map((entry) => entry.kind === 'question' && { node: entry.node, answer: entry.answer.id }),
        ).toEqual(answers);
      }),
    );
  });

  it('is one step back with one answer fewer, from any point of any walk', () => {
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

  it('never throws, and keeps exactly the answers that fit, whatever the URL contains', () => {
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

describe('walk, over nodes that earlier answers change', () => {
  const given = (text: string) => parseContact(`?answers=${text}`).answers;

  it.each<[string, string, string, string]>([
    ['first.yes', 'second~1', 'second', 'Second, after yes?'],
    ['first.no', 'second~2', 'second', 'Second, after no?'],
    ['first.yes,second.no', 'done~2', 'done', 'Done the other way'],
    ['first.no,second.no', 'done~1', 'done', 'Done one way'],
    ['first.yes,second.yes,third.yes', 'done~1', 'done', 'Done one way'],
  ])('%s leads to %s, which has the id %s', (answers, current, id, text) => {
    const walked = walk(withCopies, given(answers));
    expect(walked).toMatchObject({ current, id });
    expect(walked?.problem).toBeUndefined();
    expect(walked?.node.kind === 'question' ? walked.node.text : walked?.node.title).toBe(text);
  });

  it('uses ids, never keys, in the history and answers', () => {
    const walked = walk(withCopies, given('first.no,second.no'));
    expect(walked?.history.slice(1)).toMatchObject([{ node: 'first' }, { node: 'second', question: { text: 'Second, after no?' } }]);
    const before = walk(withCopies, given('first.no'));
    expect(before && withAnswer(before, 'second', 'yes')).toEqual(given('first.no,second.yes'));
    expect(before && withAnswer(before, 'second~2', 'yes')).toBeUndefined();
  });

  it('accepts no copy’s key from a URL', () => {
    expect(walk(withCopies, given('first.no,second~2.no'))).toMatchObject({ id: 'second', problem: { index: 1 } });
  });

  it('returns to the same place from its URL, which contains only ids', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        const there = walk(tree, answers);
        const address = stepPath(sampleFlow, treeStep, { state: 'TX', answers: there?.answers ?? [], version: 'v1' });
        expect(address).not.toMatch(/~|%7E/i);
        expect(walk(tree, parseContact(address.slice(address.indexOf('?'))).answers)).toEqual(there);
        expect(formatAnswers(there?.answers ?? [])).toBe(formatAnswers(answers));
      }),
    );
  });
});

describe('withAnswer', () => {
  it('records an answer once: afterward the node is no longer the current one', () => {
    const before = walk(sampleTree, []);
    const once = before && withAnswer(before, 'B', 'yes');
    expect(once).toEqual([yes]);
    const after = once && walk(sampleTree, once);
    expect(after && withAnswer(after, 'B', 'yes')).toBeUndefined();
  });

  it('accepts only the question’s own answers', () => {
    const walked = walk(sampleTree, []);
    expect(walked && withAnswer(walked, 'B', 'perhaps')).toBeUndefined();
  });
});
