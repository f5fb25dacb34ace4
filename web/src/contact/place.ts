/**
 * Tracks which step the contact is at and when another contact begins, based on the screens shown and the buttons
 * pressed.
 */
import { useEffect } from 'react';
import { pages } from '../paths';
import { inBrowser } from '../store';
import { bringBack, changeContact, current, dropEnded, endWithUndo, hasValues, none, resetContact, startContact, useCurrent, useEnded, type CurrentContact } from './contact';
import { useFacts } from './facts';
import { useGo, useHere } from './screen';

/** The history entries that this page has shown. Returning to one of them doesn't start a new contact. */
const shownBefore = new Set<string>();

export interface Shown {
  path: string;
  /** The router's key for the history entry. */
  entry: string;
  /** Whether the step is the flow's first one. */
  first: boolean;
  /** Whether the step was reached by a forward move or from elsewhere, rather than by Back or a reload. */
  anew: boolean;
}

/** Call this when a step of a flow is shown. If it's a first step and `anew` is set, another contact begins. */
export function atStep({ path, entry, first, anew }: Shown): void {
  const known = shownBefore.has(entry);
  const { returning, apart, place, facts } = current();
  shownBefore.add(entry);
  // A single store update, because an answer is about to render.
  const step = (parts: Partial<CurrentContact>) => changeContact({ returning: false, ...parts });
  if (!first) step({ ...rejoined(), ...underWay(path) });
  else if (!anew || known || returning || apart) step({});
  else step(place === undefined ? { facts: none.facts } : { apart: true, aside: facts, facts: none.facts });
}

/**
 * Call this when something may have been noted on a flow's first step: that makes it a contact that can be resumed, and
 * ends the previous one.
 */
export function notedAt(path: string): void {
  if (!hasValues(current().facts)) return;
  startContact();
  if (current().place === undefined) changeContact(underWay(path));
}

/** Adds the line about what was done in an emergency to the note of the contact at `path`, or removes it. */
export function noteDanger(line: string | undefined, path: string): void {
  startContact();
  changeContact({ danger: line, ...underWay(current().place ?? path) });
}

/** Resumes the current contact where it left off. */
export function returnTo(path: string, here: string): void {
  changeContact({ returning: path !== here, ...rejoined() });
}

/** Returns the changes to make when no other contact began after all: the notes set aside are restored. */
function rejoined(): Partial<CurrentContact> {
  const { apart, aside, facts } = current();
  return apart ? { apart: false, aside: undefined, facts: aside ?? facts } : {};
}

/** Returns the changes that put the contact at `path`, with its own number. */
function underWay(path: string): Partial<CurrentContact> {
  return { place: path, number: current().number ?? nextNumber() };
}

const numberKey = 'callguide.contacts';

/** Returns the next number in this browser, cycling from 1 to 99; 1 if the browser can't store anything. */
function nextNumber(): number {
  const next = (Number(inBrowser.read(numberKey)) % 99) + 1 || 1;
  inBrowser.keep(numberKey, String(next));
  return next;
}

/** New Contact: ends the current contact and goes to `to`. For a moment, the ended contact can be brought back. */
export function useNewContact(): (to: string) => void {
  const go = useGo();
  const from = useHere();
  return (to) => {
    if (go.forward(to)) endWithUndo(from, to);
  };
}

/** Start Over (spec §4): goes to `to` with everything about the contact cleared. */
export function useStartOver(to: string): () => void {
  const go = useGo();
  const from = useHere();
  return () => {
    if (go.forward(to)) resetContact(from);
  };
}

/**
 * For a moment, or until the next contact begins, returns the message to show about the contact that has just ended,
 * and a function that brings it back.
 */
export function useUndo(): { text: string; undo: () => void } | undefined {
  const ended = useEnded();
  const values = useFacts();
  const words = useCurrent('words');
  const place = useCurrent('place');
  const go = useGo();
  const here = useHere();
  const next = ended !== undefined && (Object.keys(values).length > 0 || words.size > 0 || (place !== undefined && here !== ended.from));
  useEffect(() => {
    if (next) dropEnded();
  }, [next]);
  if (ended === undefined) return undefined;
  const said = ended.to === pages.finish ? 'The contact is finished.' : 'A new contact has begun.';
  return {
    text: ended.state.note?.copied === false ? `${said} The note wasn’t copied.` : said,
    undo: () => {
      bringBack(ended);
      if (here !== ended.from) go.back(ended.from);
    },
  };
}
