/**
 * Every URL of the app. The URL is the state: the path says which step, and the query says what is known about the
 * contact.
 *
 *   /PATH?step=ID&origin=FLOW&state=CODE&answers=NODE.ANSWER,…&version=HASH&category=…
 *
 * Pure: depends on neither a router nor the content. URLs never contain anything about the voter or anything typed.
 */

/** One answer given in the tree: a node's id and an answer's id. */
export interface GivenAnswer {
  node: string;
  answer: string;
}

/** The contact, according to the URL. */
export interface Contact {
  /** The flow that led to the step, if several flows share it. */
  origin?: string | undefined;
  /** The region's code, once the tree has been started. */
  state?: string | undefined;
  answers: readonly GivenAnswer[];
  /** The content version that the contact began with. */
  version?: string | undefined;
}

export const noContact: Contact = { answers: [] };

/** The parts of a flow and of a step that URLs need. */
export interface FlowAddress {
  id: string;
  path: string;
  steps: readonly StepAddress[];
}
export interface StepAddress {
  id: string;
  path?: string | null | undefined;
}

/** The app's own pages. */
export const pages = { home: '/home', support: '/support', finish: '/finish', admin: '/admin', review: '/admin/review' } as const;

/** Returns the query of a URL, or of a string that starts with `?`. */
const queryOf = (address: string) => new URLSearchParams(address.slice(address.indexOf('?') + 1));

export function parseContact(address: string): Contact {
  const query = queryOf(address);
  return {
    origin: query.get('origin') || undefined,
    state: query.get('state') || undefined,
    answers: parseAnswers(query.get('answers') ?? ''),
    version: query.get('version') || undefined,
  };
}

/** Parses `B.yes,C.no`. A part without a dot gets an empty answer, which fits no node: the walk stops there and says so. */
export function parseAnswers(text: string): GivenAnswer[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => {
      const dot = part.indexOf('.');
      return dot < 0 ? { node: part, answer: '' } : { node: part.slice(0, dot), answer: part.slice(dot + 1) };
    });
}

export function formatAnswers(answers: readonly GivenAnswer[]): string {
  return answers.map(({ node, answer }) => (answer === '' ? node : `${node}.${answer}`)).join(',');
}

/** Returns the category chosen in the FAQ. */
export function parseCategory(address: string): string | undefined {
  return queryOf(address).get('category') || undefined;
}

/** Returns the URL of a step, including the contact. */
export function stepPath(flow: FlowAddress, step: StepAddress, contact: Contact = noContact, category?: string): string {
  const own = step.path ?? undefined;
  const first = flow.steps[0]?.id === step.id;
  return withQuery(own ?? flow.path, {
    step: own === undefined && !first ? step.id : undefined,
    origin: own === undefined ? undefined : flow.id,
    state: contact.state,
    answers: contact.state === undefined ? undefined : formatAnswers(contact.answers) || undefined,
    version: contact.version,
    category,
  });
}

/** Returns the step that a URL shows; `undefined` if no flow contains it. */
export function findStep<F extends FlowAddress>(flows: readonly F[], address: string): { flow: F; step: F['steps'][number] } | undefined {
  const query = queryOf(address);
  const [pathname = ''] = address.split('?');
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const origin = query.get('origin');
  const sharing = flows.filter((flow) => flow.steps.some((step) => step.path === path));
  const flow = sharing.find(({ id }) => id === origin) ?? sharing[0];
  const own = flow?.steps.find((step) => step.path === path);
  if (flow !== undefined && own !== undefined) return { flow, step: own };

  const whole = flows.find((candidate) => candidate.path === path);
  const step = whole?.steps.find(({ id }) => id === query.get('step')) ?? whole?.steps[0];
  return whole === undefined || step === undefined ? undefined : { flow: whole, step };
}

/** Returns the URL of the review page, for everything or for one region. */
export function reviewPath(state?: string): string {
  return withQuery(pages.review, { state: state || undefined });
}

/**
 * Returns a key that's the same for two URLs if and only if they show the same screen. Choosing an FAQ category doesn't
 * change the screen, nor does choosing a region before the tree's first question.
 */
export function screenKey(address: string): string {
  const query = queryOf(address);
  const begun = query.has('version') || query.has('answers');
  return [address.split('?')[0], ...['step', 'origin', ...(begun ? ['state', 'answers'] : [])].map((name) => query.get(name) ?? '')].join('|');
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const parts = Object.entries(query)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    // Commas and colons stay readable because a query may contain them unescaped.
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}
