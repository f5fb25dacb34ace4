/**
 * Where a change falls in a contact: on the screen, at an earlier step, still ahead, or elsewhere. The engine reports
 * what changed; the trees and flows that the app holds only show where the volunteer is. Pure.
 */
import type { Change, Changes, Content, Step, Tree } from '../../api/types';
import { idOf, walk, type Walk } from '../../contact/walk';
import type { GivenAnswer } from '../../paths';

export type Where = 'here' | 'answered' | 'ahead' | 'elsewhere';

/** One of the two versions, limited to what concerns the contact. */
export interface Version {
  content: Content;
  /** The tree of the contact's region; absent if there is none or it isn't loaded. */
  tree?: Tree | undefined;
}

/** Where the volunteer is. */
export interface Place {
  flow: string;
  step: string;
  answers: readonly GivenAnswer[];
  /** Whether a walk through a tree has begun. */
  walks: boolean;
}

/** How two versions affect a contact. */
export interface Standing {
  where: (change: Change) => Where;
  /** Whether the new tree contains a node with this id; true if unknown. */
  isThere: (id: string) => boolean;
  /** How many of the answers the new tree accepts; `undefined` if there's no tree. */
  fitting: number | undefined;
  /** Whether all answers fit but lead to a different question or decision than before. */
  leadsElsewhere: boolean;
}

export function standing(before: Version, after: Version, place: Place): Standing {
  const [old, next] = [walked(before.tree, place), walked(after.tree, place)];
  const isOnTree = stepOf(before.content, place)?.kind === 'tree';
  const here = isOnTree ? (old ?? next)?.at : undefined;
  const answered = new Set([...(old?.path ?? []), ...(next?.path ?? [])]);
  const ahead = new Set([...(old?.ahead ?? []), ...(next ? [next.at, ...next.ahead] : [])]);
  // At the steps after the tree, the tree's last node counts as answered too.
  if (!isOnTree && old) answered.add(old.at);
  const ofNode = (id: string): Where => {
    if (id === here) return 'here';
    if (answered.has(id)) return 'answered';
    // If the trees aren't loaded, nothing can be ruled out.
    return ahead.has(id) || (place.walks && old === undefined && next === undefined) ? 'ahead' : 'elsewhere';
  };
  const steps = [before.content, after.content].map((content) => ({ here: stepOf(content, place), ahead: stepsAhead(content, place) }));
  const ofStep = (is: (step: Step) => boolean): Where => {
    if (steps.some((version) => version.here !== undefined && is(version.here))) return 'here';
    return steps.some((version) => version.ahead.some(is)) ? 'ahead' : 'elsewhere';
  };
  const where = ({ about, id }: Change): Where => {
    switch (about) {
      case 'question':
      case 'solution':
        return ofNode(id ?? '');
      case 'step':
        return ofStep((step) => step.id === id);
      case 'agreement':
        return ofStep(({ kind }) => kind === 'agreement');
      case 'guide':
        return ofStep((step) => step.kind === 'guide' && (step.guide === id || after.content.agreement?.without?.guide === id));
      case 'faq':
        return ofStep(({ kind }) => kind === 'faq');
      case 'flow':
        return id === place.flow ? 'ahead' : 'elsewhere';
      // `fitting` and `leadsElsewhere` cover what a changed start means for this contact.
      case 'start':
      case 'state':
      case 'emergency':
      case 'support':
      case 'announcement':
      case 'link':
      case 'site':
        return 'elsewhere';
    }
  };
  const { tree } = after;
  const fitting = next?.fitting;
  return {
    where,
    isThere: (id) => tree === undefined || Object.entries(tree.nodes).some(([key, node]) => idOf(key, node) === id),
    fitting,
    leadsElsewhere: old !== undefined && old.fitting === place.answers.length && fitting === old.fitting && next?.at !== old.at,
  };
}

/** Whether some path that now ends elsewhere begins, or may begin, with the given answers. */
export function mayEndElsewhere({ paths, more_paths = 0 }: Changes, answers: readonly GivenAnswer[]): boolean {
  const given = answers.map(({ node, answer }) => `${node}.${answer}`);
  return more_paths > 0 || paths.some((change) => change.answers.some((path) => given.every((answer, index) => path[index] === answer)));
}

interface Walked {
  /** Ids of the answered questions (`path`), the node that's shown (`at`), and every node that can follow it (`ahead`). */
  path: readonly string[];
  at: string;
  ahead: readonly string[];
  fitting: number;
}

function walked(tree: Tree | undefined, { answers }: Place): Walked | undefined {
  const found: Walk | undefined = tree && walk(tree, answers);
  if (tree === undefined || found === undefined) return undefined;
  const id = (key: string) => idOf(key, tree.nodes[key]);
  const next = (key: string) => {
    const node = tree.nodes[key];
    return node?.kind === 'question' ? node.answers.map((answer) => answer.next) : [];
  };
  return {
    path: found.path.slice(0, -1).map(id),
    at: id(found.current),
    ahead: reached(found.current, next).map(id),
    fitting: found.answers.length,
  };
}

/** Returns everything that can follow `from`. */
function reached(from: string, next: (at: string) => readonly string[]): string[] {
  const seen = new Set<string>();
  const waiting = [...next(from)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...next(at));
  }
  return [...seen];
}

function stepOf(content: Content, place: Place): Step | undefined {
  return stepsOf(content, place).find(({ id }) => id === place.step);
}

function stepsAhead(content: Content, place: Place): Step[] {
  const steps = stepsOf(content, place);
  const next = (at: string) => {
    const step = steps.find(({ id }) => id === at);
    const targets = step === undefined ? [] : 'buttons' in step ? step.buttons.map(({ go }) => go) : [step.next];
    return targets.flatMap((target) => ('step' in target ? [target.step] : []));
  };
  const ids = new Set(reached(place.step, next));
  return steps.filter(({ id }) => ids.has(id));
}

function stepsOf(content: Content, place: Place): readonly Step[] {
  return content.flows.find(({ id }) => id === place.flow)?.steps ?? [];
}
