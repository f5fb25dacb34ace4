/** What a step's screen hands to the panel of its kind. Features meet only through these and through `routes/`. */
import type { Agreement, Content, FaqTexts, Flow, Guide } from '../api/types';
import type { Contact } from '../paths';

/** The decision tree draws the whole of its step: heading, question, answers, scripts, history. */
export interface TreePanelProps {
  content: Content;
  flow: Flow;
  /** What the address says: `state` is absent on the start screen; `answers` is the walk. */
  contact: Contact;
  /** The address of this step with another contact. */
  pathFor: (contact: Contact) => string;
  /** Where Next Step leads, carrying the contact. */
  nextPath: string;
}

/** What is searched for in the FAQ. */
export interface FaqPlace {
  /** As it is typed. */
  q: string;
  category?: string | undefined;
}

/**
 * The FAQ search. Its surroundings keep what is searched for: on the FAQ step the category is in the address and what is typed
 * with the contact; in the dialog both are in memory.
 */
export interface FaqPanelProps {
  texts: FaqTexts;
  place: FaqPlace;
  onPlace: (place: FaqPlace) => void;
  /** The way to somebody who knows, for when the FAQ doesn't. */
  help?: { label: string; onAsk: () => void } | undefined;
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
}
