import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Content } from '../../api/types';
import type { Question, Tree } from '../../contact/tree';
import { anyWalk, sampleTree } from '../../test/decision-tree/trees';
import { sampleContent, treeStep } from '../../test/decision-tree/content';
import { hit } from '../../test/faq/entries';
import { changes, nothing, type Place, type Version } from './changes';
import { sections, summary } from './words';

const base: Content = { ...sampleContent, announcements: [], support: [], guides: [], agreement: {} as Content['agreement'] };
const version = (more: Partial<Content> = {}, tree: Tree | undefined = sampleTree, faq = [hit(1), hit(2)]): Version => ({
  content: { ...base, ...more },
  tree,
  faq,
});
/** The sample tree with other words in one of its nodes. */
const withNode = (id: string, more: object): Tree => ({
  ...sampleTree,
  nodes: { ...sampleTree.nodes, [id]: { ...sampleTree.nodes[id], ...more } as Tree['nodes'][string] },
});
const onC: Place = { flow: 'post', step: 'walk', answers: [{ node: 'B', answer: 'yes' }] };
const said = (after: Version, place = onC) => {
  const found = changes(version(), after, place);
  return [summary(found, place.answers.length), ...sections(found, 'Texas').map(({ title, lines }) => `${title}: ${lines.map(({ label, what }) => `${label} (${what})`).join('; ')}`)];
};

describe('what changed', () => {
  it('is nothing between equal versions, wherever one stands', () => {
    fc.assert(
      fc.property(anyWalk, ({ tree, answers }) => {
        const found = changes(version({}, tree), version({ version: 'v2' }, tree), { ...onC, answers });
        expect(nothing(found)).toBe(true);
        expect(summary(found, answers.length)).toBe('Nothing on your path changed.');
        expect(sections(found, undefined)).toEqual([]);
      }),
    );
  });

  it('marks the question on the screen, those answered, and the others', () => {
    expect(said(version({}, withNode('C', { text: 'What is missing?' })))).toEqual([
      'The question on your screen reads differently.',
      'On your screen: What is missing? (reads differently)',
    ]);
    expect(said(version({}, withNode('B', { scripts: [{ say: 'Hello.', channel: 'any' }] })))).toEqual([
      'A question that you answered has changed.',
      'What you have answered: 16 or older, US citizen (other words to say)',
    ]);
    expect(said(version({}, withNode('K7', { type: 'regular' })))).toEqual([
      'Nothing on your path changed.',
      'Other questions for Texas: We can help, and it can’t wait (another decision)',
    ]);
  });

  it('says which of the answers still fit', () => {
    const { answers } = sampleTree.nodes.B as Question;
    const renamed = withNode('B', { answers: answers.map((answer) => (answer.id === 'yes' ? { ...answer, id: 'both' } : answer)) });
    expect(said(version({}, renamed))).toEqual([
      'A question that you answered has changed. Of your one answer none still fits.',
      'What you have answered: 16 or older, US citizen (other answers)',
    ]);
    const routed = withNode('B', { answers: answers.map((answer) => ({ ...answer, next: 'I' })) });
    expect(said(version({}, routed))[1]).toBe('What you have answered: 16 or older, US citizen (an answer leads elsewhere)');
  });

  it('names questions that came and went', () => {
    const left = Object.fromEntries(Object.entries(sampleTree.nodes).filter(([id]) => id !== 'F'));
    expect(said(version({}, { ...sampleTree, nodes: left }))[1]).toBe('Other questions for Texas: Refer as regular priority (no longer there)');
    expect(said(version({}, { ...sampleTree, nodes: { ...sampleTree.nodes, Z: sampleTree.nodes.I as Question } }))[1]).toContain('We cannot help with this (new)');
  });

  it('puts announcements first', () => {
    const item = { id: 'a', date: '2026-11-01', title: 'New forms', text: 'Use them.' };
    const found = changes(version(), version({ announcements: [item, { ...item, id: 'b' }] }), onC);
    expect(found.announcements.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(summary(found, 1)).toBe('“New forms” and 1 more. Nothing on your path changed.');
  });

  it('names what differs elsewhere', () => {
    const support = (id: string, text: string) => ({ id, title: `Section ${id}`, text, links: [], scripts: [], open: false });
    const before = version({ support: [support('a', 'x'), support('b', 'x')] });
    const after = version({ support: [support('a', 'y'), support('c', 'x')], agreement: { title: 'New' } as Content['agreement'], states: [] }, sampleTree, [
      hit(2, { weak: true, number: 1 }),
      hit(3, { question: 'Another?' }),
    ]);
    expect(sections(changes(before, after, onC), 'Texas').map(({ title, lines }) => [title, ...lines.map(({ label, what }) => `${label}: ${what}`)])).toEqual([
      ['Agreement', 'The agreement: reads differently'],
      ['Support', 'Section a: reads differently', 'Section c: new', 'Section b: no longer there'],
      ['FAQ', 'Another?: new', 'Question 1?: no longer there'],
      ['Elsewhere', 'Other texts: reads differently'],
    ]);
  });

  it('knows the screen past the tree: its own text and the agreement', () => {
    const place = { ...onC, step: 'form' };
    const after = version({ agreement: { title: 'New' } as Content['agreement'] });
    expect(summary(changes(version(), after, place), 1)).toBe('This screen reads differently.');
    expect(summary(changes(version(), after, onC), 1)).toBe('Nothing on your path changed.');
    const flows = [{ ...(base.flows[0] as Content['flows'][number]), steps: [treeStep, { ...treeStep, id: 'form', title: 'Another' }] }];
    expect(changes(version(), version({ flows }), place)).toMatchObject({ screen: true, steps: [{ kind: 'changed', label: 'Another' }, { kind: 'gone', label: 'Begin' }] });
  });

  it('claims nothing about what can’t be compared', () => {
    const found = changes({ content: base }, version(), onC);
    expect(found).toMatchObject({ nodes: undefined, faq: undefined });
    expect(summary(found, 1)).toBe('');
  });

  it('writes a long list out in part', () => {
    const faq = Array.from({ length: 12 }, (_, index) => hit(index + 10));
    const [section] = sections(changes(version({}, sampleTree, []), version({}, sampleTree, faq), onC), undefined);
    expect(section?.lines).toHaveLength(5);
    expect(section?.lines.at(-1)?.label).toBe('and 8 more');
  });
});
