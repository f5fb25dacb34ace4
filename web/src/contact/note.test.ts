import type { Solution, Tree } from '../api/types';
import type { GivenAnswer } from '../paths';
import fc from '../test/fc';
import { describe, expect, it } from 'vitest';

import { decisionNote } from './texts';
import { anyWalk, endsAtOnce, ofEverybody, sampleTree, withCopies } from '../test/decision-tree/trees';
import { walk } from './walk';

function note(tree: Tree, ...pairs: string[]): string {
  const answers: GivenAnswer[] = pairs.map((pair) => {
    const [node = '', answer = ''] = pair.split('.');
    return { node, answer };
  });
  const walked = walk(tree, answers);
  if (!walked || walked.problem) throw new Error("the test's own path doesn’t fit");
  return decisionNote(tree, walked, 'State selection');
}

describe('decisionNote, exact text', () => {
  it('of an urgent solution with a lead code and links', () => {
    expect(note(sampleTree, 'B.yes', 'C.id')).toBe(
      [
        'ID ASSISTANCE DECISION',
        'State: Texas',
        'Outcome: We can help, and it can’t wait (K7)',
        'Priority: Urgent',
        'Lead code: K7',
        'Tag: Texas Team Lead, see Team leads (https://leads.example.org/list)',
        '',
        '1. State selection',
        '   Texas',
        '2. Is the voter 16 or older and a US citizen?',
        '   Yes',
        '3. What does the voter lack? See ID rules (https://vote.example.gov/tx/id) and: - licence - state ID',
        '   An ID',
      ].join('\n'),
    );
  });

  it('of a solution without a referral: its outcome comes from content, and nothing says whom to tag', () => {
    const walked = walk(sampleTree, [{ node: 'B', answer: 'yes' }, { node: 'C', answer: 'id' }]);
    if (!walked) throw new Error("the test's own path doesn’t fit");
    const lines = decisionNote(sampleTree, walked, 'State selection', 'Not referred').split('\n');
    expect(lines.slice(0, 6)).toEqual(['ID ASSISTANCE DECISION', 'State: Texas', 'Outcome: Not referred', 'Priority: Urgent', '', '1. State selection']);
  });

  it('mentions no region if there is none, and isn’t empty if the first node is the end', () => {
    expect(note(ofEverybody, 'B.no')).toBe(
      ['ID ASSISTANCE DECISION', 'Outcome: We can’t help with this (I)', 'Priority: None', '', '1. Is the voter 16 or older and a US citizen?', '   No'].join('\n'),
    );
    expect(note({ ...ofEverybody, start: 'I' })).toBe(['ID ASSISTANCE DECISION', 'Outcome: We can’t help with this (I)', 'Priority: None'].join('\n'));
  });

  it('uses the id of a solution that earlier answers change', () => {
    expect(note(withCopies, 'first.no', 'second.no').split('\n')[2]).toBe('Outcome: Done one way (done)');
  });

  it('includes the id only once if the title contains it', () => {
    const { K7 } = sampleTree.nodes;
    const titled: Tree = { ...sampleTree, nodes: { ...sampleTree.nodes, K7: { ...(K7 as Solution), title: 'Refer to the lead (K7)' } } };
    expect(note(titled, 'B.yes', 'C.id').split('\n')[2]).toBe('Outcome: Refer to the lead (K7)');
  });

  it('of a regular solution', () => {
    expect(note(sampleTree, 'B.yes', 'C.paper')).toBe(
      [
        'ID ASSISTANCE DECISION',
        'State: Texas',
        'Outcome: Refer as regular priority (F)',
        'Priority: Regular',
        '',
        '1. State selection',
        '   Texas',
        '2. Is the voter 16 or older and a US citizen?',
        '   Yes',
        '3. What does the voter lack? See ID rules (https://vote.example.gov/tx/id) and: - licence - state ID',
        '   A birth certificate',
      ].join('\n'),
    );
  });

  it('of a state whose tree ends immediately', () => {
    expect(note(endsAtOnce)).toBe(
      [
        'ID ASSISTANCE DECISION',
        'State: California',
        'Outcome: We can’t help with this (I)',
        'Priority: None',
        '',
        '1. State selection',
        '   California',
      ].join('\n'),
    );
  });

  it('of an unfinished walk', () => {
    expect(note(sampleTree, 'B.yes')).toBe(
      [
        'ID ASSISTANCE DECISION',
        'State: Texas',
        '',
        '1. State selection',
        '   Texas',
        '2. Is the voter 16 or older and a US citizen?',
        '   Yes',
      ].join('\n'),
    );
  });
});

describe('decisionNote, any walk', () => {
  it('names the state, numbers every answer once and in order, and doesn’t end with a blank line', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        const walked = walk(tree, answers);
        if (!walked) throw new Error('no walk');
        const text = decisionNote(tree, walked, 'State selection');
        expect(text).toContain('State: Texas');
        expect(text).toMatch(/\S$/u);
        const numbers = text.split('\n').flatMap((line) => /^(\d+)\. /u.exec(line)?.[1] ?? []);
        expect(numbers).toEqual(walked.history.map((_, index) => String(index + 1)));
        if (walked.node.kind === 'solution') expect(text.split('\n')[2]).toContain(walked.id);
      }),
    );
  });
});
