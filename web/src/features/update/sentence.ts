/** The one sentence of the banner: what concerns this volunteer. Pure. */
import type { Change, Changes } from '../../api/types';
import type { GivenAnswer } from '../../paths';
import type { Standing, Where } from './standing';
import { mayEndElsewhere } from './standing';

/** Said only where nothing else is to be said. */
export const calm = 'Nothing on your path changed.';

/** What there is to say of the walk. `region` is the name of the contact's region, where it has one. */
export interface Told {
  /** `undefined` where what changed couldn't be had. */
  found: Changes | undefined;
  standing: Standing;
  answers: readonly GivenAnswer[];
  region: string | undefined;
  /** The region isn't in the new guidance. */
  isGone: boolean;
}

export function sentence({ found, standing, answers, region, isGone }: Told): string {
  if (isGone) return `${region ?? 'What you chose'} isn’t in the new guidance.`;
  const changes = found?.changes ?? [];
  const at = (where: Where, about: readonly Change['about'][]) =>
    distinct(changes.filter((change) => about.includes(change.about) && standing.where(change) === where));
  const ahead = aheadOf(at('ahead', nodes), at('ahead', steps));
  const said = [
    onScreen(at('here', nodes), standing),
    at('here', steps).length > 0 ? 'This screen reads differently.' : undefined,
    counted(at('here', ['faq']).length, 'An answer in the FAQ has changed.', 'answers in the FAQ have changed.'),
    counted(at('answered', ['question']).length, 'A question that you answered has changed.', 'questions that you answered have changed.'),
    at('answered', ['solution']).length > 0 ? 'The decision that you came to has changed.' : undefined,
    ahead ?? (found && mayEndElsewhere(found, answers) ? 'Where your answers may lead has changed.' : undefined),
    fits(standing, answers.length),
    region !== undefined && changes.some(({ about }) => about === 'state') ? `What there is to know of ${region} has changed.` : undefined,
    counted(distinct(changes.filter(({ about }) => about === 'link')).length, 'A link has changed.', 'links have changed.'),
    changes.some(({ about }) => about === 'site') ? 'Some words around the questions have changed.' : undefined,
  ].filter((part) => part !== undefined);
  if (found === undefined) return ['What changed couldn’t be loaded.', ...said].join(' ');
  return said.length === 0 ? calm : said.join(' ');
}

const nodes = ['question', 'solution'] as const;
const steps = ['step', 'agreement', 'guide', 'flow'] as const;

/** One for each thing that changed, in however many of its values. */
function distinct(changes: readonly Change[]): Change[] {
  const seen = new Map(changes.map((change) => [nameOf(change), change]));
  return [...seen.values()];
}

/** What a change is about, so that two of the same thing have the same. */
export function nameOf({ about, id, label }: Change): string {
  return `${about} ${id ?? ''} ${label}`;
}

function onScreen([change]: readonly Change[], { isThere }: Standing): string | undefined {
  if (change === undefined) return undefined;
  const what = change.about === 'question' ? 'The question on your screen' : 'The decision on your screen';
  return `${what} ${isThere(change.id ?? '') ? 'has changed' : 'is no longer there'}.`;
}

function aheadOf(inTree: readonly Change[], after: readonly Change[]): string | undefined {
  const all = [...inTree, ...after];
  const [first] = all;
  const kinds = new Set(all.map(({ about }) => (about === 'question' ? 'question' : about === 'solution' ? 'decision' : 'step')));
  const [kind] = kinds;
  if (first === undefined || kind === undefined) return undefined;
  if (kinds.size > 1) return `${String(all.length)} things that may still come have changed.`;
  return counted(all.length, `A ${kind} that may still come has changed.`, `${kind}s that may still come have changed.`);
}

function fits({ fitting, leadsElsewhere }: Standing, given: number): string | undefined {
  if (fitting !== undefined && fitting < given) {
    return `Of your ${given === 1 ? 'one answer' : `${String(given)} answers`} ${fitting === 0 ? 'none' : String(fitting)} still ${fitting > 1 ? 'fit' : 'fits'}.`;
  }
  if (!leadsElsewhere) return undefined;
  return given === 0 ? 'The first question is another one now.' : 'Your answers now lead elsewhere.';
}

function counted(n: number, one: string, many: string): string | undefined {
  return n === 0 ? undefined : n === 1 ? one : `${String(n)} ${many}`;
}
