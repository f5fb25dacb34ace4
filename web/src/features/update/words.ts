/** What changed, in plain words. Pure. */
import type { Changes, Kind, NodeChange, OtherChange, Part } from './changes';

/** Lines under a heading. */
export interface Section {
  title: string;
  lines: readonly Line[];
}
export interface Line {
  label: string;
  what: string;
  /** The new words. */
  now?: string | undefined;
}

/** So many lines of one section are written out. */
const most = 5;

const parts: Record<Part, string> = {
  text: 'reads differently',
  scripts: 'other words to say',
  answers: 'other answers',
  route: 'an answer leads elsewhere',
  end: 'another decision',
  note: 'another ticket note',
};
const kinds: Record<Kind, string> = { changed: 'reads differently', new: 'new', gone: 'no longer there' };

/** The one sentence of the banner: what concerns this volunteer first. */
export function summary({ announcements, nodes, fitting, screen }: Changes, given: number): string {
  const first = announcements[0];
  const news = first && `“${first.title}”${announcements.length > 1 ? ` and ${announcements.length - 1} more` : ''}.`;
  return [news, concern(nodes, fitting, screen, given)].filter((part) => part !== undefined).join(' ');
}

function concern(nodes: Changes['nodes'], fitting: number | undefined, screen: boolean, given: number): string | undefined {
  if (nodes === undefined && given > 0) return undefined;
  const of = (where: NodeChange['where']) => (nodes ?? []).filter((node) => node.where === where);
  const [here] = of('here');
  const path = of('path');
  const unfit = fitting !== undefined && fitting < given;
  const said = [
    here && `The ${noun(here)} on your screen ${verb(here)}.`,
    here === undefined && screen ? 'This screen reads differently.' : undefined,
    path.length === 1 ? 'A question that you answered has changed.' : undefined,
    path.length > 1 ? `${path.length} questions that you answered have changed.` : undefined,
    unfit ? `Of your ${given === 1 ? 'one answer' : `${given} answers`} ${fitting === 0 ? 'none' : fitting} still ${fitting > 1 ? 'fit' : 'fits'}.` : undefined,
  ].filter((part) => part !== undefined);
  return said.length === 0 ? 'Nothing on your path changed.' : said.join(' ');
}

function noun({ node }: NodeChange): string {
  return node === 'question' ? 'question' : 'decision';
}

function verb(change: NodeChange): string {
  if (change.kind === 'gone') return 'is no longer there';
  if (change.parts.includes('text')) return 'reads differently';
  if (change.parts.includes('answers')) return 'has other answers';
  if (change.parts.includes('scripts')) return 'has other words to say';
  return 'leads elsewhere';
}

/** Everything that differs, what concerns this volunteer first. Empty sections are left out. */
export function sections(changes: Changes, region: string | undefined): Section[] {
  const nodes = (where: NodeChange['where'], withWords: boolean) =>
    (changes.nodes ?? [])
      .filter((node) => node.where === where)
      .map((node) => ({ label: node.label, what: whatOf(node), now: withWords && node.now !== node.label ? node.now : undefined }));
  const others = (title: string, list: readonly OtherChange[]): Section => ({
    title,
    lines: list.map(({ kind, label }) => ({ label, what: kinds[kind] })),
  });
  return [
    { title: 'On your screen', lines: nodes('here', true) },
    { title: 'What you have answered', lines: nodes('path', true) },
    { title: region === undefined ? 'Other questions' : `Other questions for ${region}`, lines: nodes('ahead', false) },
    { title: 'Agreement', lines: changes.agreement ? [{ label: 'The agreement', what: kinds.changed }] : [] },
    others('Steps', changes.steps),
    others('Ticket guides', changes.guides),
    others('Support', changes.support),
    others('FAQ', changes.faq ?? []),
    { title: 'Elsewhere', lines: changes.rest ? [{ label: 'Other texts', what: kinds.changed }] : [] },
  ]
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => ({ title, lines: shortened(lines) }));
}

function whatOf({ kind, parts: changed }: NodeChange): string {
  return kind === 'changed' ? changed.map((part) => parts[part]).join(', ') : kinds[kind];
}

function shortened(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), { label: `and ${lines.length - most + 1} more`, what: '' }];
}
