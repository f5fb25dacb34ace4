import type { GivenAnswer } from '../../paths';
import fc from '../../test/fc';
import { describe, expect, it } from 'vitest';
import type { Change, Changes, Content, Flow, Question, Step, Tree, TreeNode } from '../../api/types';
import { idOf } from '../../contact/walk';
import { sampleContent, sampleFlow, treeStep } from '../../test/decision-tree/content';
import { anyWalk, sampleTree } from '../../test/decision-tree/trees';
import { calm, sentence } from './sections';
import { mayEndElsewhere, standing, type Place } from './standing';

const change = (about: Change['about'], id: string, more: Partial<Change> = {}): Change => ({ about, id, label: id, field: 'text', kind: 'changed', said: 'text: changed', ...more });
const all = (...changes: Change[]): Changes => ({ from: 'v1', version: 'v2', changes, paths: [] });
const onTree: Place = { flow: 'post', step: 'walk', answers: [{ node: 'B', answer: 'yes' }], walks: true };
const onForm: Place = { ...onTree, step: 'form', answers: [...onTree.answers, { node: 'C', answer: 'paper' }] };
/** Returns the sample tree with some fields of one node changed. */
const withNode = (id: string, more: object): Tree => ({ ...sampleTree, nodes: { ...sampleTree.nodes, [id]: { ...sampleTree.nodes[id], ...more } as TreeNode } });
const answersOf = (id: string) => (sampleTree.nodes[id] as Question).answers;

interface Versions {
  before?: Tree | undefined;
  after?: Tree | undefined;
  content?: Content;
  place?: Place;
}
const stands = ({ before = sampleTree, after = sampleTree, content = sampleContent, place = onTree }: Versions = {}) =>
  standing({ content, tree: before }, { content, tree: after }, place);
const said = (found: Changes | undefined, versions: Versions = {}) =>
  sentence({ found, standing: stands(versions), answers: (versions.place ?? onTree).answers, region: 'Texas', isGone: false });

describe('a change in the middle of a contact', () => {
  it('affects the question on the screen, one that was answered, one that may still come, or none of these', () => {
    expect(said(all(change('question', 'C')))).toBe('The question on your screen has changed.');
    expect(said(all(change('question', 'B')))).toBe('A question you answered has changed.');
    expect(said(all(change('solution', 'K7')))).toBe('A decision you haven’t reached yet has changed.');
    expect(said(all(change('question', 'elsewhere')))).toBe(calm);
    const first = { place: { ...onTree, answers: [] } };
    expect(said(all(change('question', 'C')), first)).toBe('A question you haven’t reached yet has changed.');
    expect(said(all(change('question', 'C'), change('solution', 'K7')), first)).toBe('2 things you haven’t reached yet have changed.');
    expect(said(all(change('solution', 'F'), change('solution', 'K7')), first)).toBe('2 decisions you haven’t reached yet have changed.');
  });

  it('is counted once, however many values of the same thing it changed', () => {
    expect(said(all(change('question', 'B'), change('question', 'B', { field: 'short' })))).toBe('A question you answered has changed.');
    const third = { place: onForm };
    expect(said(all(change('question', 'B'), change('question', 'C'), change('solution', 'F')), third)).toBe(
      '2 questions you answered have changed. The decision you reached has changed.',
    );
  });

  it('counts as ahead if either version leads to it', () => {
    const others = answersOf('C').map((answer) => ({ ...answer, next: 'F' }));
    expect(said(all(change('solution', 'K7')), { after: withNode('C', { answers: others }) })).toBe('A decision you haven’t reached yet has changed.');
    expect(said(all(change('solution', 'K7')), { before: withNode('C', { answers: others }) })).toBe('A decision you haven’t reached yet has changed.');
  });

  it('is found by the id of a question that earlier answers change', () => {
    const copies: Tree = {
      ...sampleTree,
      nodes: {
        ...sampleTree.nodes,
        B: { ...sampleTree.nodes.B, answers: answersOf('B').map((answer, index) => ({ ...answer, next: `C~${String(index)}` })) } as TreeNode,
        'C~0': { ...sampleTree.nodes.C, question: 'C' } as TreeNode,
        'C~1': { ...sampleTree.nodes.C, question: 'C' } as TreeNode,
      },
    };
    const versions = { before: copies, after: copies, place: { ...onTree, answers: [] } };
    expect(said(all(change('question', 'C')), versions)).toBe('A question you haven’t reached yet has changed.');
    expect(stands(versions).isThere('C')).toBe(true);
  });

  it('says which answers still fit, and where they lead now', () => {
    const renamed = withNode('C', { answers: answersOf('C').map((answer) => ({ ...answer, id: `${answer.id}2` })) });
    expect(said(all(change('question', 'C')), { after: renamed, place: { ...onForm, step: 'walk' } })).toBe('A question you answered has changed. Only 1 of your 2 answers still fits.');
    const none = withNode('B', { answers: answersOf('B').map((answer) => ({ ...answer, id: `${answer.id}2` })) });
    expect(said(all(change('question', 'B')), { after: none })).toBe('A question you answered has changed. Your one answer no longer fits.');
    const elsewhere = withNode('B', { answers: answersOf('B').map((answer) => ({ ...answer, next: 'F' })) });
    expect(said(all(change('question', 'B')), { after: elsewhere })).toBe('A question you answered has changed. Your answers now lead somewhere else.');
    const added: Tree = { ...elsewhere, nodes: { ...elsewhere.nodes, B: { ...elsewhere.nodes.B, answers: answersOf('B').map((answer) => ({ ...answer, next: 'L' })) } as TreeNode, L: sampleTree.nodes.F as TreeNode } };
    expect(stands({ after: added }).where(change('solution', 'L'))).toBe('ahead');
    expect(said(all(change('start', 'start')), { after: { ...sampleTree, start: 'C' }, place: { ...onTree, answers: [] } })).toBe('The first question is different now.');
  });

  it('reports that what is on the screen no longer exists', () => {
    const nodes = Object.fromEntries(Object.entries(sampleTree.nodes).filter(([id]) => id !== 'C'));
    const without = { ...sampleTree, nodes: { ...nodes, B: { ...sampleTree.nodes.B, answers: answersOf('B').map((answer) => ({ ...answer, next: 'I' })) } as TreeNode } };
    expect(said(all(change('question', 'C', { kind: 'removed', field: '' })), { after: without })).toBe(
      'The question on your screen is no longer there. Your answers now lead somewhere else.',
    );
  });

  it('may affect the steps around the tree', () => {
    expect(said(all(change('agreement', 'agreement')))).toBe('A step you haven’t reached yet has changed.');
    expect(said(all(change('agreement', 'agreement')), { place: onForm })).toBe('The text on this screen has changed.');
    expect(said(all(change('step', 'walk')))).toBe('The text on this screen has changed.');
    expect(said(all(change('step', 'begin')))).toBe(calm);
    expect(said(all(change('flow', 'post')))).toBe('A step you haven’t reached yet has changed.');
    expect(said(all(change('flow', 'other')))).toBe(calm);
    const guide: Step = { id: 'form', kind: 'guide', number: 4, title: 'Form', guide: 'ticket', scripts: [], links: [], ask_for: [], buttons: [] };
    const withSteps = (...steps: Flow['steps']): Content => ({ ...sampleContent, flows: [{ ...sampleFlow, steps }] });
    const content = withSteps({ ...treeStep, next: { step: 'form' } }, guide);
    expect(said(all(change('guide', 'ticket')), { content })).toBe('A step you haven’t reached yet has changed.');
    expect(said(all(change('guide', 'other')), { content })).toBe(calm);
    const faq: Step = { id: 'look', kind: 'faq', number: 2, title: 'Look', scripts: [], links: [], ask_for: [], buttons: [{ id: 'done', text: 'Done', go: { step: 'form' }, primary: true }] };
    const place = { flow: 'post', step: 'look', answers: [], walks: false };
    expect(said(all(change('faq', 'a'), change('faq', 'b')), { content: withSteps(faq, guide), place })).toBe('2 answers in the FAQ have changed.');
    expect(said(all(change('faq', 'a')))).toBe(calm);
  });

  it('of the region or of a link may affect any screen, and is reported', () => {
    expect(said(all(change('state', 'TX')))).toBe('The details for Texas have changed.');
    expect(said(all(change('link', 'rules'), change('link', 'leads')))).toBe('2 links have changed.');
    expect(said(all(change('site', 'outcomes › urgent')))).toBe('Some text around the questions has changed.');
    expect(said(all(change('support', 'a'), change('announcement', 'n')))).toBe(calm);
  });

  it('of a path is reported if that path begins with the given answers', () => {
    const paths = (...answers: string[][]) => ({ ...all(), paths: [{ answers }] });
    expect(said(paths(['B.no'], ['B.yes', 'C.id']))).toBe('Your answers could now lead to a different decision.');
    expect(said(paths(['B.no']))).toBe(calm);
    expect(mayEndElsewhere({ ...all(), more_paths: 1 }, onTree.answers)).toBe(true);
  });

  it('that couldn’t be loaded is reported, with what the trees show', () => {
    expect(said(undefined)).toBe('The list of changes couldn’t be loaded.');
    const none = withNode('B', { answers: [] });
    expect(said(undefined, { after: none })).toBe('The list of changes couldn’t be loaded. Your one answer no longer fits.');
  });

  it('in a region that is gone is reported as the region being gone', () => {
    const versions = { found: all(change('question', 'C')), standing: stands(), answers: onTree.answers, isGone: true };
    expect(sentence({ ...versions, region: 'Texas' })).toBe('Texas isn’t in the new guidance.');
  });

  it('counts as ahead if the tree isn’t loaded', () => {
    const place = (walks: boolean) => standing({ content: sampleContent }, { content: sampleContent }, { ...onTree, walks }).where(change('question', 'C'));
    expect([place(true), place(false)]).toEqual(['ahead', 'elsewhere']);
  });
});

/** Returns another version of a tree: some nodes reworded, some answers renamed, removed, or leading elsewhere. */
const edited = (tree: Tree) => {
  const ids = Object.keys(tree.nodes);
  const edit = fc.record({ text: fc.boolean(), route: fc.option(fc.tuple(fc.nat(), fc.nat())), rename: fc.option(fc.nat()), drop: fc.option(fc.nat()) });
  return fc.array(edit, { minLength: ids.length, maxLength: ids.length }).map((edits): Tree => {
    const nodes = ids.map((id, at): [string, TreeNode] => {
      const node = tree.nodes[id] as TreeNode;
      const { text, route, rename, drop } = edits[at] ?? { text: false, route: null, rename: null, drop: null };
      if (node.kind === 'solution') return [id, text ? { ...node, title: `${node.title}, now` } : node];
      const count = node.answers.length;
      const answers = node.answers.map((answer, index) => ({
        ...answer,
        ...(route !== null && index === route[0] % count && { next: ids[at + 1 + (route[1] % (ids.length - at - 1))] ?? answer.next }),
        ...(rename !== null && index === rename % count && { id: `${answer.id}-2` }),
      }));
      const kept = answers.filter((_, index) => drop === null || count < 3 || index !== drop % count);
      return [id, { ...node, ...(text && { text: `${node.text} Now?` }), answers: kept }];
    });
    return { ...tree, nodes: Object.fromEntries(nodes) };
  });
};

/**
 * Returns the ids of every node that a walk can visit after these answers, or after as many of them as fit.
 */
function everVisited(tree: Tree, answers: readonly GivenAnswer[]): Set<string> {
  const visited = new Set<string>();
  const gone = new Set<string>();
  const go = (at: string, left: readonly GivenAnswer[]) => {
    visited.add(at);
    // After the same node with the same number of answers left, all walks continue the same way. Repeating them for
    // each path to that node would take millions of walks in a tree of ten questions with twelve answers each.
    const place = `${at} ${String(left.length)}`;
    if (gone.has(place)) return;
    gone.add(place);
    const node = tree.nodes[at];
    if (node?.kind !== 'question') return;
    const [given, ...rest] = left;
    const chosen = given?.node === idOf(at, node) ? node.answers.find(({ id }) => id === given.answer) : undefined;
    if (chosen !== undefined) go(chosen.next, rest);
    else for (const answer of node.answers) go(answer.next, []);
  };
  go(tree.start, answers);
  return new Set([...visited].map((key) => idOf(key, tree.nodes[key])));
}

describe('any change to any tree', () => {
  const anyEdit = anyWalk.chain(({ tree, answers }) => fc.record({ before: fc.constant(tree), answers: fc.constant(answers), after: edited(tree) }));
  /** Returns the changes as the engine reports them: the node's kind, and its id in the content. */
  const changed = (before: Tree, after: Tree) => {
    const nodes = Object.entries(before.nodes).filter(([key, node]) => JSON.stringify(node) !== JSON.stringify(after.nodes[key]));
    return nodes.map(([key, node]) => change(node.kind, idOf(key, node)));
  };

  it('is calm exactly if no walk from here, in either version, reaches what changed', () => {
    fc.assert(
      fc.property(anyEdit, ({ before, after, answers }) => {
        const changes = changed(before, after);
        const met = new Set([...everVisited(before, answers), ...everVisited(after, answers)]);
        const text = said(all(...changes), { before, after, place: { ...onTree, answers } });
        expect(text === calm).toBe(!changes.some(({ id }) => met.has(id ?? '')));
      }),
      { numRuns: 500 },
    );
  });

  it('stays calm after any further answer once it was calm', () => {
    fc.assert(
      fc.property(anyEdit, ({ before, after, answers }) => {
        const found = all(...changed(before, after));
        const told = answers.map((_, index) => said(found, { before, after, place: { ...onTree, answers: answers.slice(0, index + 1) } }));
        const first = told.indexOf(calm);
        expect(first < 0 ? [] : told.slice(first).filter((text) => text !== calm)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
