/** Finds the corresponding screen in another version of the guidance by replaying a contact's answers. Pure. */
import type { Content, Tree } from '../../api/types';
import type { Told } from '../../contact/contact';
import { begun, chosen, isRegion, unasked } from '../../contact/stage';
import { shortText } from '../../contact/texts';
import { idOf, questionNumber, walk, type Walk } from '../../contact/walk';
import { findStep, pages, parseCategory, parseContact, stepPath, type GivenAnswer } from '../../paths';
import { plainText } from '../../ui';

/** Where the contact continues, and what to tell the volunteer about it. */
export interface Arrival {
  /** The new URL. */
  to: string;
  /** The message as sentences; empty if everything fits and the screen stays the same. */
  text: readonly string[];
}

export interface Departure {
  address: string;
  /** The tree walked so far, if it has loaded. */
  tree?: Tree | undefined;
}

/**
 * Returns the URL in `content`, with its version, for a contact currently at `from`. `tree` is the new tree of its
 * region; `undefined` if that region no longer exists. Without a walk, only the version changes.
 */
export function arrival(content: Content, tree: Tree | undefined, from: Departure): Arrival {
  const found = findStep(content.flows, from.address);
  const flow = found?.flow ?? content.flows.find(({ steps }) => steps.some(({ kind }) => kind === 'tree'));
  const old = parseContact(from.address);
  const contact = { ...old, version: old.version === undefined ? undefined : content.version };
  if (flow === undefined) return { to: pages.home, text: [] };
  const treeStep = flow.steps.find(({ kind }) => kind === 'tree') ?? flow.steps[0];
  const step = found?.step ?? treeStep;
  if (step === undefined || treeStep === undefined) return { to: flow.path, text: [] };

  if (!begun(contact)) return { to: stepPath(flow, step, contact, parseCategory(from.address)), text: [] };
  const walked = tree && walk(tree, contact.answers);
  if (tree === undefined || walked === undefined) {
    return { to: stepPath(flow, treeStep, chosen(contact, undefined)), text: [anew(content, contact.state)] };
  }
  const before = from.tree && walk(from.tree, contact.answers);
  const at = (target: typeof step) => stepPath(flow, target, { ...contact, answers: walked.answers }, target === step ? parseCategory(from.address) : undefined);
  if (walked.problem !== undefined) return { to: at(treeStep), text: stopped(walked, walked.problem.index, before, tree, contact.answers) };

  const moved = before !== undefined && before.problem === undefined && before.id !== walked.id;
  const past = step.id !== treeStep.id && walked.node.kind !== 'solution';
  if (moved || past) return { to: at(treeStep), text: [`All your answers still fit, but they now lead somewhere else: ${standing(walked)}`] };
  return { to: at(step), text: [] };
}

/** Returns what to say if the new guidance has no tree for `state`. */
function anew(content: Content, state: string): string {
  const { singular } = content.site.region;
  const isAsked = unasked(content) === undefined;
  if (isAsked && !isRegion({ code: state })) return `The new guidance differs by ${singular}. Please choose one.`;
  return `${singular ? `The ${singular} that` : 'What'} you chose isn’t in the new guidance. ${isAsked ? 'Please choose again.' : 'You’re at the first question.'}`;
}

/** Returns what to say if an answer no longer fits. The previous walk, if loaded, shows what was asked and answered. */
function stopped(walked: Walk, index: number, before: Walk | undefined, tree: Tree, given: readonly GivenAnswer[]): string[] {
  const asked = before?.history.filter((one) => one.kind === 'question') ?? [];
  const entry = asked[index];
  const known = Object.entries(tree.nodes).find(([key, node]) => idOf(key, node) === given[index]?.node)?.[1];
  const question = entry ? shortText(entry.question) : known?.kind === 'question' ? shortText(known) : undefined;
  const answer = entry ? `“${entry.answer.text}” ` : '';
  const later = asked.slice(index + 1).map((one) => `${shortText(one.question)} ${one.answer.text}`);
  return [
    question === undefined ? 'One of your answers no longer fits.' : `Your answer ${answer}to “${question}” no longer fits.`,
    `${walked.answers.length === 0 ? 'You’re back' : 'The answers before it are kept. You’re now'} at ${standing(walked)}`,
    ...(later.length > 0 ? [`You had also answered: ${later.map((one) => `“${one}”`).join(', ')}.`] : []),
  ];
}

/** Says where the volunteer is now. */
function standing(walked: Walk): string {
  return walked.node.kind === 'question' ? `question ${questionNumber(walked)}.` : `the decision “${plainText(walked.node.title)}”.`;
}

/**
 * Returns the message after a move: `first` says that the contact moved, and `text` says what no longer fits. If everything
 * fits and there are answers, the message says so.
 */
export function told(screen: string, first: string, text: readonly string[], answered: boolean): Told {
  if (text.length > 0) return { screen, kind: 'problem', text: [first, ...text] };
  return { screen, kind: 'good', text: [first, ...(answered ? ['All your answers still fit.'] : [])] };
}
