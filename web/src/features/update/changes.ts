/**
 * What reads differently between two versions of the guidance, for one volunteer at one place of a contact. Pure: the
 * served bodies in, facts out; `words.ts` says them.
 */
import type { FaqEntry } from '../../api/faq';
import type { Announcement, Content } from '../../api/types';
import { shortText } from '../../contact/question-text';
import type { GivenAnswer, Node, Tree } from '../../contact/tree';
import { walk } from '../../contact/walk';
import { plainText } from '../../ui';

/** One version, as far as this browser has it. */
export interface Version {
  content: Content;
  /** Of the contact's region. */
  tree?: Tree | undefined;
  /** Every entry. */
  faq?: readonly FaqEntry[] | undefined;
}

/** Where the volunteer is. */
export interface Place {
  flow: string;
  step: string;
  answers: readonly GivenAnswer[];
}

export type Kind = 'changed' | 'new' | 'gone';
/** What of a node is different. `route`: an answer leads elsewhere; `end`: another kind of decision. */
export type Part = 'text' | 'answers' | 'route' | 'end' | 'scripts' | 'note';

export interface NodeChange {
  id: string;
  node: 'question' | 'solution';
  kind: Kind;
  /** In plain words; of the new version, where it is there. */
  label: string;
  /** On the screen, among what was answered, or still ahead (or on another path). */
  where: 'here' | 'path' | 'ahead';
  parts: readonly Part[];
  /** The new words as plain text, where they differ. */
  now?: string;
}

/** Something else of the guidance, by its title. */
export interface OtherChange {
  kind: Kind;
  label: string;
}

export interface Changes {
  /** New or reworded. */
  announcements: readonly Announcement[];
  /** In the order here, path, ahead; `undefined` where there are no two trees to compare. */
  nodes: readonly NodeChange[] | undefined;
  /** How many of the answers the new tree takes; `undefined` as above. */
  fitting: number | undefined;
  agreement: boolean;
  /** Steps of the volunteer's flow, their texts and scripts. */
  steps: readonly OtherChange[];
  guides: readonly OtherChange[];
  support: readonly OtherChange[];
  /** `undefined` where there are no two lists to compare. */
  faq: readonly OtherChange[] | undefined;
  /** Anything else: other flows, other regions, the fixed words of the screens. */
  rest: boolean;
  /** Whether the words of the step on the screen itself are among what differs: its text, the agreement, the guide. */
  screen: boolean;
}

export function changes(before: Version, after: Version, place: Place): Changes {
  const [old, next] = [before.content, after.content];
  const flow = (content: Content) => content.flows.find(({ id }) => id === place.flow);
  const step = (content: Content) => flow(content)?.steps.find(({ id }) => id === place.step);
  const nodes = before.tree && after.tree && nodeChanges(before.tree, after.tree, place, step(old)?.kind === 'tree');
  const agreement = differ(old.agreement, next.agreement);
  const guides = listed(old.guides, next.guides, ({ title }) => title);
  const [here, there] = [step(old), step(next)];
  const guide = here?.kind === 'guide' ? here.guide : undefined;
  const guideOf = (content: Content) => content.guides.find(({ id }) => id === guide);
  const others = (content: Content) => [content.site, content.states, content.flows.filter(({ id }) => id !== place.flow)];
  return {
    announcements: next.announcements.filter((item) => {
      const known = old.announcements.find(({ id }) => id === item.id);
      return known === undefined || known.title !== item.title || known.text !== item.text;
    }),
    nodes,
    fitting: after.tree && walk(after.tree, place.answers)?.answers.length,
    agreement,
    steps: listed(flow(old)?.steps ?? [], flow(next)?.steps ?? [], ({ title }) => plainText(title)),
    guides,
    support: listed(old.support, next.support, ({ title }) => plainText(title)),
    faq: before.faq && after.faq && faqChanges(before.faq, after.faq),
    rest: differ(others(old), others(next)),
    screen: differ(here, there) || (here?.kind === 'agreement' && agreement) || (guide !== undefined && differ(guideOf(old), guideOf(next))),
  };
}

/** Whether nothing at all differs that a volunteer could read. */
export function nothing({ announcements, nodes, agreement, steps, guides, support, faq, rest }: Changes): boolean {
  return [announcements, nodes ?? [], steps, guides, support, faq ?? []].every(({ length }) => length === 0) && !agreement && !rest;
}

function nodeChanges(before: Tree, after: Tree, place: Place, onTree: boolean): NodeChange[] {
  const walked = walk(before, place.answers);
  const path = walked?.path ?? [];
  const here = onTree ? walked?.current : undefined;
  const where = (id: string): NodeChange['where'] => (id === here ? 'here' : path.includes(id) ? 'path' : 'ahead');
  const order = { here: 0, path: 1, ahead: 2 };
  const ids = [...new Set([...path, ...Object.keys(after.nodes), ...Object.keys(before.nodes)])];
  return ids
    .flatMap((id) => {
      const [old, next] = [before.nodes[id], after.nodes[id]];
      const node = next ?? old;
      const parts = old && next ? partsOf(old, next) : [];
      if (node === undefined || (old && next && parts.length === 0)) return [];
      const kind: Kind = old === undefined ? 'new' : next === undefined ? 'gone' : 'changed';
      const said = parts.includes('text') && next && plainText(wording(next)).replace(/\n\s*\n/g, '\n');
      return [{ id, node: node.kind, kind, label: label(node), where: where(id), parts, ...(said && { now: said }) }];
    })
    .sort((a, b) => order[a.where] - order[b.where]);
}

function partsOf(old: Node, next: Node): Part[] {
  const parts: Part[] = [];
  if (wording(old) !== wording(next) || label(old) !== label(next)) parts.push('text');
  if (differ(old.scripts, next.scripts)) parts.push('scripts');
  if (old.kind === 'question' && next.kind === 'question') {
    const answers = (node: typeof old) => node.answers.map(({ id, text }) => [id, text]);
    if (differ(answers(old), answers(next))) parts.push('answers');
    else if (old.answers.some(({ next: to }, index) => to !== next.answers[index]?.next)) parts.push('route');
  } else if (old.kind !== 'solution' || next.kind !== 'solution' || old.type !== next.type) {
    parts.push('end');
  } else if (differ(old.note, next.note) || old.agreement_required !== next.agreement_required) {
    parts.push('note');
  }
  return parts;
}

/** What a node says, as Markdown. */
function wording(node: Node): string {
  return node.kind === 'question' ? node.text : `${node.title}\n\n${node.text}`;
}

function label(node: Node): string {
  return node.kind === 'question' ? shortText(node) : plainText(node.title);
}

function faqChanges(old: readonly FaqEntry[], next: readonly FaqEntry[]): OtherChange[] {
  const said = ({ id, question, answer, tags, category }: FaqEntry) => ({ id, question, answer, tags, category });
  return listed(old.map(said), next.map(said), ({ question }) => question);
}

/** What came, changed and went of two lists, in the order of the new one. */
function listed<T extends { id: string }>(old: readonly T[], next: readonly T[], title: (item: T) => string): OtherChange[] {
  const known = new Map(old.map((item) => [item.id, item]));
  const left = new Set(next.map(({ id }) => id));
  return [
    ...next.flatMap((item): OtherChange[] => {
      const before = known.get(item.id);
      if (before !== undefined && !differ(before, item)) return [];
      return [{ kind: before === undefined ? 'new' : 'changed', label: title(item) }];
    }),
    ...old.filter(({ id }) => !left.has(id)).map((item): OtherChange => ({ kind: 'gone', label: title(item) })),
  ];
}

/** Whether two values of the served bodies differ: the engine writes equal ones alike. */
function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
