/**
 * The walk through a resolved tree: always a replay of the answers given so far; no step is remembered. Back means one
 * answer fewer; a reload replays the URL and loses nothing.
 *
 * Pure: no React, no network, no clock. Doesn't decide where answers lead; the engine has resolved that.
 */
import type { Answer, Question, Tree, TreeNode } from '../api/types';
import type { GivenAnswer } from '../paths';
import { isRegion } from './stage';

/**
 * One line of the decision history (`spec §3`): the first is the choice of the region, if the helpline has regions.
 * `node` is the question's id.
 */
export type HistoryEntry =
  | { kind: 'state'; answer: string }
  | { kind: 'question'; node: string; question: Question; answer: Answer };

/**
 * Where the answers lead. A node that earlier answers change has several copies in the tree, each under its own key:
 * keys are only for lookups in this one tree; URLs, notes, and reports use ids.
 */
export interface Walk {
  /** The keys of the nodes visited, in order; the last is the current one. */
  path: readonly string[];
  /** The key of the node that's shown. */
  current: string;
  /** The id of the node that's shown. */
  id: string;
  /** The node that's shown. */
  node: TreeNode;
  /** The answers that fit, in order: all of them if `problem` is absent. */
  answers: readonly GivenAnswer[];
  /** What was asked and answered; the first entry is the choice of the region, if the helpline has regions. */
  history: readonly HistoryEntry[];
  /** The first answer that fits no node; the walk stops before it (`design.md`, The life of content). */
  problem?: { index: number };
}

/** Replays `given` over `tree`. Never throws: an answer that doesn't fit ends the walk before it. */
export function walk(tree: Tree, given: readonly GivenAnswer[]): Walk | undefined {
  const path = [tree.start];
  const history: HistoryEntry[] = isRegion(tree.state) ? [{ kind: 'state', answer: tree.state.name }] : [];
  let current = tree.start;
  const first = nodeOf(tree, current);
  // The engine never serves a tree without its first node; a response from another source might be one.
  if (!first) return undefined;
  let node: TreeNode = first;
  for (const [index, { node: asked, answer: answerId }] of given.entries()) {
    const id = idOf(current, node);
    const answer: Answer | undefined = asked === id ? answerOf(node, answerId) : undefined;
    const next: TreeNode | undefined = answer && nodeOf(tree, answer.next);
    if (!answer || !next || node.kind !== 'question') {
      return { path, current, id, node, answers: given.slice(0, index), history, problem: { index } };
    }
    history.push({ kind: 'question', node: id, question: node, answer });
    current = answer.next;
    node = next;
    path.push(current);
  }
  return { path, current, id: idOf(current, node), node, answers: given, history };
}

/** Returns the id of the node under `key`: the key itself, unless earlier answers change the node. */
export function idOf(key: string, node: TreeNode | undefined): string {
  return (node?.kind === 'question' ? node.question : node?.solution) ?? key;
}

/**
 * Returns the number of the question that's shown, as in the history: if there are regions, the choice of the region is
 * 1.
 */
export function questionNumber(walked: Walk): number {
  return walked.history.length + 1;
}

/**
 * Returns the answers after `answer` is given to the question with the id `node`; `undefined` if that isn't the node
 * shown.
 */
export function withAnswer(walked: Walk, node: string, answer: string): GivenAnswer[] | undefined {
  if (walked.id !== node || !answerOf(walked.node, answer)) return undefined;
  return [...walked.answers, { node, answer }];
}

function nodeOf(tree: Tree, key: string): TreeNode | undefined {
  // `Object.hasOwn`: a key from outside may be the name of a property that every object has.
  return Object.hasOwn(tree.nodes, key) ? tree.nodes[key] : undefined;
}

function answerOf(node: TreeNode, id: string): Answer | undefined {
  return node.kind === 'question' ? node.answers.find((answer) => answer.id === id) : undefined;
}
