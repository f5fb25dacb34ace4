/**
 * The props that a step's screen passes to the panel for its kind of step. Features connect only through these and
 * through `routes/`.
 */
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Agreement, Content, FaqTexts, Flow, Guide, Solution, State, Step } from '../api/types';
import type { Contact } from '../paths';
import type { Standing } from './standing';

/** The decision tree renders its entire step: heading, question, answers, and scripts. */
export interface TreePanelProps {
  content: Content;
  flow: Flow;
  /** The contact in the URL: `state` is absent on the start screen; `answers` are those given on the walk. */
  contact: Contact;
  /** Returns the URL of this step with a different contact. */
  pathFor: (contact: Contact) => string;
  /** Where Next Step leads, including the contact. */
  nextPath: string;
  /** The note for the ticket, shown with a decision if no guide comes after it. */
  note?: ReactNode;
}

/** What is being searched for in the FAQ. */
export interface FaqPlace {
  /** The text as typed. */
  q: string;
  category?: string | undefined;
  /** Identifies this entry in the browser's history, so that returning to it finds the list as it was left. */
  key?: string;
}

/**
 * The FAQ search. The parent holds its state: on the FAQ step the category is in the URL and the search text is stored
 * with the contact; in the dialog both are in memory.
 */
export interface FaqPanelProps {
  texts: FaqTexts;
  place: FaqPlace;
  onPlace: (place: FaqPlace) => void;
  /** The region whose version of the answers is shown; if absent, the general answers. */
  state?: State | undefined;
  /** Lets the region be chosen here; `undefined` clears the choice. */
  onState?: ((code: string | undefined) => void) | undefined;
  /** How to get help from a person when the FAQ has no answer. */
  help?: { label: string; onAsk: () => void } | undefined;
  /** Marks the voter's question as answered: the button's label, its key, and what happens next. */
  answered?: { label: string; key: string; onAnswered: () => void } | undefined;
  /** Links that stay visible during a search. */
  links?: ReactNode;
  /** Whether to take the focus on mount. */
  autoFocus?: boolean;
}

export interface GuidePanelProps {
  guide: Guide;
}

export interface AgreementPanelProps {
  agreement: Agreement;
  content: Content;
  /** Where Continue leads, including the contact. */
  nextPath: string;
  /** The contact's decision: `none` if there is no decision yet, `undefined` while it isn't known. */
  decision: Solution | 'none' | undefined;
  /** The URL of the tree's step, including the contact, if the flow has one before this step. */
  treePath: string | undefined;
}

const room = () => matchMedia('(min-width: 64rem)');

function onRoom(listener: () => void): () => void {
  const list = room();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether there's space for the contact's pane next to the step. The stylesheets repeat this condition. */
export const useWide = (): boolean => useSyncExternalStore(onRoom, () => room().matches);

/** What is known about the contact at every step: for the pane next to it, and for the ticket's note. */
export interface DeskProps {
  flow: Flow;
  step: Step;
  contact: Contact;
  /** The region, if there is one and it has been chosen. */
  state: State | undefined;
  standing: Standing;
}

export interface TicketNoteProps extends DeskProps {
  /**
   * The URL of the tree's step, as for the agreement; also `undefined` if the flow doesn't require a decision before
   * this step.
   */
  treePath: string | undefined;
}
