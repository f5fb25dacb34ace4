/** Trees for tests: one written by hand, and a generator of any others. Never part of the app. */
import fc from 'fast-check';

import type { Answer, GivenAnswer, Node, Question, Solution, Tree } from '../../contact/tree';

function question(text: string, answers: Answer[], more: Partial<Question> = {}): Question {
  return { kind: 'question', text, scripts: [], answers, ...more };
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
    I: solution('no-assistance', 'We cannot help with this'),
  },
  decision_note: { heading: 'ID ASSISTANCE DECISION', state: 'State', outcome: 'Outcome', priority: 'Priority' },
  outcomes: {
    urgent: { label: 'Urgent referral', priority: 'Urgent' },
    regular: { label: 'Regular referral', priority: 'Regular' },
    'no-assistance': { label: 'No assistance', priority: 'None' },
  },
};

/** A tree whose first node is already the end. */
export const endsAtOnce: Tree = {
  ...sampleTree,
  state: { ...sampleTree.state, code: 'CA', name: 'California' },
  start: 'I',
};

const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/u);
const types = ['urgent', 'regular', 'no-assistance'] as const;

/** Any tree: questions lead on to later nodes only, as lint guarantees; the last nodes are solutions. */
export const anyTree: fc.Arbitrary<Tree> = fc
  .record({
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 10 }),
    ends: fc.integer({ min: 1, max: 3 }),
    shapes: fc.array(
      fc.uniqueArray(fc.tuple(id, fc.nat()), { selector: ([answer]) => answer, minLength: 2, maxLength: 12 }),
      { minLength: 10, maxLength: 10 },
    ),
  })
  .map(({ ids, ends, shapes }) => {
    const firstEnd = Math.max(0, ids.length - ends);
    const nodes: Record<string, Node> = {};
    ids.forEach((node, at) => {
      nodes[node] =
        at >= firstEnd
          ? solution(types[at % types.length] ?? 'regular', `End ${node}`)
          : question(
              `Question ${node}?`,
              (shapes[at] ?? []).map(([answer, jump]) => ({
                id: answer,
                text: `Answer ${answer}`,
                next: ids[at + 1 + (jump % (ids.length - at - 1))] ?? '',
              })),
            );
    });
    return { ...sampleTree, start: ids[0] ?? '', nodes };
  });

/** Any tree with the answers of a walk through it, to its end or stopped on the way. */
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
      answers.push({ node: current, answer: answer.id });
      current = answer.next;
    }
    return { tree, answers };
  });
