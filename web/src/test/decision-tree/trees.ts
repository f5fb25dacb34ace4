/** Trees for tests: handwritten ones, and a generator of random ones. Never part of the app. */
import type { Answer, Question, Solution, Tree, TreeNode } from '../../api/types';
import type { GivenAnswer } from '../../paths';
import fc from '../fc';

import { idOf } from '../../contact/walk';

function question(text: string, answers: Answer[], more: Partial<Question> = {}): Question {
  return { kind: 'question', text, scripts: [], ask_for: [], answers, ...more };
}

function solution(type: Solution['type'], title: string, more: Partial<Solution> = {}): Solution {
  return { kind: 'solution', type, title, text: '', agreement_required: false, scripts: [], note: [], ...more };
}

function yesNo(yes: string, no: string): Answer[] {
  return [
    { id: 'yes', text: 'Yes', shortcut: 'y', next: yes },
    { id: 'no', text: 'No', shortcut: 'n', next: no },
  ];
}

/** A small tree with every kind of text in it. */
export const sampleTree: Tree = {
  version: 'v1',
  state: {
    code: 'TX',
    name: 'Texas',
    badges: [
      { text: 'Voter ID Required', tone: 'neutral' },
      { text: 'Focus State', tone: 'accent' },
    ],
    time_zones: ['America/Chicago', 'America/Denver'],
    time_zone_parts: {},
    links: [{ id: 'id_rules', label: 'ID rules', url: 'https://vote.example.gov/tx/id' }],
  },
  start: 'B',
  nodes: {
    B: question('Is the voter **16 or older** and a US citizen?', yesNo('C', 'I'), { short: '16 or older, US citizen' }),
    C: question(
      'What does the voter lack?\n\nSee [ID rules](https://vote.example.gov/tx/id) and:\n\n- licence\n- state ID',
      [
        { id: 'id', text: 'An ID', next: 'K7' },
        { id: 'paper', text: 'A birth certificate', shortcut: 'b', next: 'F' },
        { id: 'none', text: 'Nothing', next: 'I' },
      ],
    ),
    K7: solution('urgent', 'We can help, and it can’t wait', {
      agreement_required: true,
      note: [
        { label: 'Lead code', text: 'K7' },
        { label: 'Tag', text: 'Texas Team Lead, see [Team leads](https://leads.example.org/list)' },
      ],
    }),
    F: solution('regular', 'Refer as **regular** priority', { agreement_required: true }),
    I: solution('no-assistance', 'We can’t help with this'),
  },
  decision_note: { heading: 'ID ASSISTANCE DECISION', state: 'State', outcome: 'Outcome', priority: 'Priority' },
  outcomes: {
    urgent: { label: 'Urgent referral', priority: 'Urgent', look: 'stop' },
    regular: { label: 'Regular referral', priority: 'Regular', look: 'go' },
    'no-assistance': { label: 'No assistance', priority: 'None', look: 'quiet' },
  },
};

/** A tree whose first node is already the end. */
export const endsAtOnce: Tree = {
  ...sampleTree,
  state: { ...sampleTree.state, code: 'CA', name: 'California' },
  start: 'I',
};

/** The sample tree in a helpline that doesn't ask for a region. */
export const ofEverybody: Tree = { ...sampleTree, state: { code: 'all', name: '', badges: [], time_zones: [], time_zone_parts: {}, links: [] } };

/** A tree with copies: the first answer changes how the second question reads and which result the last one leads to. */
export const withCopies: Tree = {
  ...sampleTree,
  start: 'first',
  nodes: {
    first: question('First?', yesNo('second~1', 'second~2')),
    'second~1': question('Second, after yes?', yesNo('third', 'done~2'), { question: 'second' }),
    'second~2': question('Second, after no?', yesNo('done~2', 'done~1'), { question: 'second' }),
    third: question('Third?', yesNo('done~1', 'done~2')),
    'done~1': solution('regular', 'Done one way', { solution: 'done' }),
    'done~2': solution('urgent', 'Done the other way', { solution: 'done' }),
  },
};

const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/u);
const types = ['urgent', 'regular', 'no-assistance'] as const;

/**
 * A random tree: questions lead only to later nodes, as lint guarantees; the last nodes are solutions; some nodes are
 * copies.
 */
export const anyTree: fc.Arbitrary<Tree> = fc
  .record({
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 10 }),
    ends: fc.integer({ min: 1, max: 3 }),
    copies: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 10 }),
    shapes: fc.array(
      fc.uniqueArray(fc.tuple(id, fc.nat()), { selector: ([answer]) => answer, minLength: 2, maxLength: 12 }),
      { minLength: 10, maxLength: 10 },
    ),
  })
  .map(({ ids, ends, copies, shapes }) => {
    const firstEnd = Math.max(0, ids.length - ends);
    // The first node is reached before any answer.
    const keys = ids.map((node, at) => {
      const count = at === 0 ? 1 : (copies[at] ?? 1);
      return count === 1 ? [node] : Array.from({ length: count }, (_, copy) => `${node}~${String(copy + 1)}`);
    });
    const nodes: Record<string, TreeNode> = {};
    ids.forEach((node, at) => {
      const later = keys.slice(at + 1).flat();
      keys[at]?.forEach((key, copy) => {
        nodes[key] =
          at >= firstEnd
            ? solution(types[(at + copy) % types.length] ?? 'regular', `End ${key}`, key === node ? {} : { solution: node })
            : question(
                `Question ${key}?`,
                (shapes[at] ?? []).map(([answer, jump]) => ({ id: answer, text: `Answer ${answer}`, next: later[(jump + copy) % later.length] ?? '' })),
                key === node ? {} : { question: node },
              );
      });
    });
    return { ...sampleTree, start: ids[0] ?? '', nodes };
  });

/** A random tree with the answers of a walk through it, complete or stopped partway. */
export const anyWalk: fc.Arbitrary<{ tree: Tree; answers: GivenAnswer[] }> = fc
  .record({ tree: anyTree, choices: fc.array(fc.nat(), { maxLength: 12 }) })
  .map(({ tree, choices }) => {
    const answers: GivenAnswer[] = [];
    let current = tree.start;
    for (const choice of choices) {
      const node = tree.nodes[current];
      if (node?.kind !== 'question') break;
      const answer = node.answers[choice % node.answers.length];
      if (!answer) break;
      answers.push({ node: idOf(current, node), answer: answer.id });
      current = answer.next;
    }
    return { tree, answers };
  });
