/** What a step's screen hands to the panel of its kind. Features meet only through these and through `routes/`. */
import type { Agreement, Content, FaqTexts, Flow, Guide } from '../api/types';
import type { Contact, FaqPlace } from '../paths';

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

/** The FAQ search. Its surroundings keep what is searched for: the address on the FAQ step, memory in the dialog. */
export interface FaqPanelProps {
  texts: FaqTexts;
  place: FaqPlace;
  onPlace: (place: FaqPlace) => void;
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
