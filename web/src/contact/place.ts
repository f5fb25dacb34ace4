/** Where the contact stands, and when another begins: what a flow's screens tell of themselves, and what is pressed. */
import { useEffect } from 'react';
import { pages } from '../paths';
import { inBrowser } from '../store';
import { bringBack, changeContact, current, dropEnded, endWithUndo, hasValues, none, resetContact, startContact, useCurrent, useEnded, type CurrentContact } from './contact';
import { useFacts } from './facts';
import { useGo, useHere } from './screen';

/** The entries of the history that this page has shown: coming back to one of them nothing begins. */
const shownBefore = new Set<string>();

export interface Shown {
  path: string;
  /** Of the history's entry, as the router names it. */
  entry: string;
  /** Whether it's its flow's first step. */
  first: boolean;
  /** Whether it was come to by a move forward or from elsewhere, and not by Back or a reload. */
  anew: boolean;
}

/** A step of a flow is on the screen. Where a first step is shown anew, another contact begins. */
export function atStep({ path, entry, first, anew }: Shown): void {
  const known = shownBefore.has(entry);
  const { returning, apart, place, facts } = current();
  shownBefore.add(entry);
  // One change: an answer is on its way to the screen.
  const step = (parts: Partial<CurrentContact>) => changeContact({ returning: false, ...parts });
  if (!first) step({ ...rejoined(), ...underWay(path) });
  else if (!anew || known || returning || apart) step({});
  else step(place === undefined ? { facts: none.facts } : { apart: true, aside: facts, facts: none.facts });
}

/** Something may have been noted on a flow's first step: then there is a contact to return to, and one before it is over. */
export function notedAt(path: string): void {
  if (!hasValues(current().facts)) return;
  startContact();
  if (current().place === undefined) changeContact(underWay(path));
}

/** The line on what was done in an emergency goes into the note of the contact at `path`, or out of it. */
export function noteDanger(line: string | undefined, path: string): void {
  startContact();
  changeContact({ danger: line, ...underWay(current().place ?? path) });
}

/** The contact under way goes on at its place. */
export function returnTo(path: string, here: string): void {
  changeContact({ returning: path !== here, ...rejoined() });
}

/** It was no other contact: what was noted is there again. */
function rejoined(): Partial<CurrentContact> {
  const { apart, aside, facts } = current();
  return apart ? { apart: false, aside: undefined, facts: aside ?? facts } : {};
}

/** It's under way at `path`, with a number of its own. */
function underWay(path: string): Partial<CurrentContact> {
  return { place: path, number: current().number ?? nextNumber() };
}

const numberKey = 'callguide.contacts';

/** The next number in this browser, from 1 to 99 and over again; 1 where it keeps nothing. */
function nextNumber(): number {
  const next = (Number(inBrowser.read(numberKey)) % 99) + 1 || 1;
  inBrowser.keep(numberKey, String(next));
  return next;
}

/** New Contact: the contact under way is over, and `to` is the next screen. For a moment it can be brought back. */
export function useNewContact(): (to: string) => void {
  const go = useGo();
  const from = useHere();
  return (to) => {
    if (go.forward(to)) endWithUndo(from, to);
  };
}

/** Start Over (spec §4): at `to` nothing is known of the contact any more. */
export function useStartOver(to: string): () => void {
  const go = useGo();
  const from = useHere();
  return () => {
    if (go.forward(to)) resetContact(from);
  };
}

/** The contact that has ended, for a moment or until the next one has begun: what to say of it, and how to have it back. */
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
