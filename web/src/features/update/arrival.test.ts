import fc from '../../test/fc';
import { describe, expect, it } from 'vitest';
import type { Content, Flow, Question, Tree } from '../../api/types';
import { parseContact } from '../../paths';
import { sampleContent, sampleFlow } from '../../test/decision-tree/content';
import { anyWalk, ofEverybody, sampleTree } from '../../test/decision-tree/trees';
import { arrival } from './arrival';

const content: Content = { ...sampleContent, version: 'v2' };
const at = (address: string, tree?: Tree) => ({ address, tree });
const inC = '/walk?origin=post&state=TX&answers=B.yes&version=v1';
const end = 'origin=post&state=TX&answers=B.yes,C.paper&version=v1';
const { B, C } = sampleTree.nodes as Record<string, Question>;
const withNodes = (nodes: object): Tree => ({ ...sampleTree, nodes: { ...sampleTree.nodes, ...nodes } });
const renamed = withNodes({ C: { ...C, answers: C?.answers.map((answer) => ({ ...answer, id: `${answer.id}2` })) } });

describe('a contact in another version', () => {
  it('stays at its place if everything fits', () => {
    expect(arrival(content, sampleTree, at(inC, sampleTree))).toEqual({ to: inC.replace('v1', 'v2'), text: [] });
    expect(arrival(content, sampleTree, at(`/form?${end}`))).toEqual({ to: `/form?${end.replace('v1', 'v2')}`, text: [] });
  });

  it('keeps every answer of any walk over the same tree', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        const address = `/walk?origin=post&state=TX&answers=${answers.map(({ node, answer }) => `${node}.${answer}`).join(',')}&version=v1`;
        const { to, text } = arrival(content, tree, { address, tree });
        expect(text).toEqual([]);
        expect(parseContact(to.slice(to.indexOf('?')))).toEqual({ origin: 'post', state: 'TX', answers, version: 'v2' });
      }),
    );
  });

  it('stops before the first answer that no longer fits, and names it', () => {
    expect(arrival(content, renamed, at(`/walk?${end}`, sampleTree))).toEqual({
      to: inC.replace('v1', 'v2'),
      text: ['Your answer “A birth certificate” to “What does the voter lack?” no longer fits.', 'The answers before it are kept. You’re now at question 3.'],
    });
  });

  it('names the question even without the old tree, if the new one contains it', () => {
    expect(arrival(content, renamed, at(`/form?${end}`)).text[0]).toBe('Your answer to “What does the voter lack?” no longer fits.');
    const others = Object.fromEntries(Object.entries(sampleTree.nodes).filter(([id]) => id !== 'C'));
    const without = { ...sampleTree, nodes: { ...others, B: { ...B, answers: B?.answers.map((answer) => ({ ...answer, next: 'I' })) } as Question } };
    expect(arrival(content, without, at(`/form?${end}`)).text[0]).toBe('One of your answers no longer fits.');
  });

  it('goes back to the first question, and lists the answers after it in words', () => {
    const tree = withNodes({ B: { ...B, answers: B?.answers.map((answer) => ({ ...answer, id: `${answer.id}2` })) } });
    expect(arrival(content, tree, at(`/form?${end}`, sampleTree))).toEqual({
      to: '/walk?origin=post&state=TX&version=v2',
      text: [
        'Your answer “Yes” to “16 or older, US citizen” no longer fits.',
        'You’re back at question 2.',
        'You had also answered: “What does the voter lack? A birth certificate”.',
      ],
    });
  });

  it('says if the same answers lead elsewhere, and goes there', () => {
    const tree = withNodes({ C: { ...C, answers: C?.answers.map((answer) => ({ ...answer, next: 'K7' })) } });
    expect(arrival(content, tree, at(`/form?${end}`, sampleTree))).toEqual({
      to: `/walk?${end.replace('v1', 'v2')}`,
      text: ['All your answers still fit, but they now lead somewhere else: the decision “We can help, and it can’t wait”.'],
    });
  });

  it('finds a question that earlier answers change by its id, whatever its key is', () => {
    const copied = (key: string) => withNodes({ B: { ...B, answers: B?.answers.map((answer) => ({ ...answer, next: key })) }, [key]: { ...C, question: 'C' } });
    expect(arrival(content, copied('C~2'), at(inC, copied('C~1')))).toEqual({ to: inC.replace('v1', 'v2'), text: [] });
    const nodes = Object.fromEntries(Object.entries(copied('C~1').nodes).filter(([key]) => key !== 'C'));
    const now = { ...sampleTree, nodes: { ...nodes, B: { ...B, answers: B?.answers.map((answer) => ({ ...answer, next: 'I' })) } as Question } };
    expect(arrival(content, now, at(`/form?${end}`)).text[0]).toBe('Your answer to “What does the voter lack?” no longer fits.');
  });

  it('also continues with a version whose name ends in a time', () => {
    const version = '9f1c0e2d3b4a5968-20261006T1000Z';
    const { to } = arrival({ ...content, version }, sampleTree, at(inC.replace('v1', '9f1c0e2d3b4a5968'), sampleTree));
    expect(parseContact(to.slice(to.indexOf('?'))).version).toBe(version);
  });

  it('isn’t past the tree until the tree has reached its end', () => {
    expect(arrival(content, sampleTree, at('/form?origin=post&state=TX&answers=B.yes&version=v1')).to).toBe(inC.replace('v1', 'v2'));
  });

  it('begins again if its region is gone', () => {
    const { to, text } = arrival(content, undefined, at(inC, sampleTree));
    expect(to).toBe('/walk?origin=post');
    expect(text).toEqual(['The state that you chose isn’t in the new guidance. Please choose again.']);
  });

  it('begins at the first question if its region is gone from a helpline that no longer asks for one', () => {
    const states = [ofEverybody.state];
    const never: Content = { ...content, states, site: { ...content.site, region: { ask: 'never' } } };
    expect(arrival(never, undefined, at(inC, sampleTree)).text).toEqual(['What you chose isn’t in the new guidance. You’re at the first question.']);
    const everyone = at(inC.replace('TX', 'all'), ofEverybody);
    expect(arrival(content, undefined, everyone).text).toEqual(['The new guidance differs by state. Please choose one.']);
  });

  it('counts only questions if there is no region', () => {
    const nodes = { ...ofEverybody.nodes, C: renamed.nodes.C as Question };
    expect(arrival(content, { ...ofEverybody, nodes }, at(`/walk?${end.replace('TX', 'all')}`, ofEverybody)).text).toEqual([
      'Your answer “A birth certificate” to “What does the voter lack?” no longer fits.',
      'The answers before it are kept. You’re now at question 2.',
    ]);
  });

  it('returns to the tree if its step is gone, or home if there is no tree', () => {
    const steps = sampleFlow.steps.filter(({ id }) => id !== 'form');
    const without = (flow: Flow): Content => ({ ...content, flows: [flow] });
    expect(arrival(without({ ...sampleFlow, steps }), sampleTree, at(`/form?${end}`)).to).toBe(`/walk?${end.replace('v1', 'v2')}`);
    expect(arrival({ ...content, flows: [] }, sampleTree, at(`/form?${end}`)).to).toBe('/home');
  });

  it('without a walk changes only its version, and only if it has one', () => {
    expect(arrival(content, undefined, at('/form?origin=post&version=v1')).to).toBe('/form?origin=post&version=v2');
    expect(arrival(content, undefined, at('/form?origin=post')).to).toBe('/form?origin=post');
  });
});
