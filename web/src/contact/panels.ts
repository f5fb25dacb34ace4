/** What a step's screen hands to the panel of its kind. Features meet only through these and through `routes/`. */
import { useSyncExternalStore, type ReactNode } from 'react';
import type { Agreement, Content, FaqTexts, Flow, Guide, Solution, State, Step } from '../api/types';
import type { Contact } from '../paths';
import type { Standing } from './standing';

/** The decision tree draws the whole of its step: heading, question, answers, scripts. */
export interface TreePanelProps {
  content: Content;
  flow: Flow;
  /** What the address says: `state` is absent on the start screen; `answers` is the walk. */
  contact: Contact;
  /** The address of this step with another contact. */
  pathFor: (contact: Contact) => string;
  /** Where Next Step leads, carrying the contact. */
  nextPath: string;
  /** The note for the ticket, with a decision that no guide follows. */
  note?: ReactNode;
}

/** What is searched for in the FAQ. */
export interface FaqPlace {
  /** As it is typed. */
  q: string;
  category?: string | undefined;
  /** Names this place of the browser's history: whoever comes back to it finds the list as it was left. */
  key?: string;
}

/**
 * The FAQ search. Its surroundings keep what is searched for: on the FAQ step the category is in the address and what is typed
 * with the contact; in the dialog both are in memory.
 */
export interface FaqPanelProps {
  texts: FaqTexts;
  place: FaqPlace;
  onPlace: (place: FaqPlace) => void;
  /** The region whose volunteers read the answers; without one they are the general ones. */
  state?: State | undefined;
  /** Lets the region be chosen here; `undefined` takes the choice back. */
  onState?: ((code: string | undefined) => void) | undefined;
  /** The way to someone who knows, for when the FAQ doesn't. */
  help?: { label: string; onAsk: () => void } | undefined;
  /** The voter's question is answered: how that is called here, its key, and the way on. */
  answered?: { label: string; key: string; onAnswered: () => void } | undefined;
  /** Links that stay in sight, whatever is searched for. */
  links?: ReactNode;
  /** Takes the focus when it appears. */
  autoFocus?: boolean;
}

export interface GuidePanelProps {
  guide: Guide;
}

export interface AgreementPanelProps {
  agreement: Agreement;
  content: Content;
  /** Where Continue leads, carrying the contact. */
  nextPath: string;
  /** What the contact has come to: `none` where there is no decision yet, `undefined` while that isn't known. */
  decision: Solution | 'none' | undefined;
  /** The way back to the tree's step, carrying the contact, where the flow has one before this. */
  treePath: string | undefined;
}

const room = () => matchMedia('(min-width: 64rem)');

function onRoom(listener: () => void): () => void {
  const list = room();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}

/** Whether there is room for the contact's pane beside the step. The stylesheets say the same, in their own way. */
export const useWide = (): boolean => useSyncExternalStore(onRoom, () => room().matches);

/** What is known of the contact, on every step: for the pane beside it, and for the note that goes into the ticket. */
export interface DeskProps {
  flow: Flow;
  step: Step;
  contact: Contact;
  /** The region, where there is one and it's settled. */
  state: State | undefined;
  standing: Standing;
}

export interface TicketNoteProps extends DeskProps {
  /** As for the agreement; `undefined` also where the flow asks for no decision before this. */
  treePath: string | undefined;
}
