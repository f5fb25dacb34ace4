/** The contact under way in this tab: where it stands, when it begins, when it is over. An address only: nothing of the voter. */
import { forgetAgreed, keepAgreed } from './agreed';
import { dropEnded } from './ended';
import { dropFactsAside, forgetFacts, hasFacts, keepFacts, setFactsAside, takeFactsBack } from './facts';
import { forgetMoves, keepMoves } from './moves';
import { createStore, keep, keepInTab, readTab } from './store';
import { forgetUsed, keepUsed } from './used';
import { forgetWords, holdWords } from './words';

const key = 'callguide.contact';
const place = createStore(readTab(key), (next) => keepInTab(key, next));

/** The address of the contact under way, if there is one. */
export const usePlace = place.use;

export function keepPlace(path: string): void {
  place.set(path);
}

const apartKey = 'callguide.apart';
/** Another contact is about to begin at a flow's first step: until a choice is made there, the one under way can be returned to. */
const apart = createStore(readTab(apartKey) !== undefined, (on) => keepInTab(apartKey, on ? 'yes' : undefined));

/** Whether what is on a flow's first step belongs to another contact than the one under way. */
export const useApart = apart.use;

/** The next screen is that of the contact under way, also where it's a flow's first step. */
let returning = false;

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
export function atStep(shown: Shown): void {
  const known = shownBefore.has(shown.entry);
  const returned = returning;
  shownBefore.add(shown.entry);
  returning = false;
  if (!shown.first) {
    rejoin();
    keepPlace(shown.path);
  } else if (shown.anew && !known && !returned && !apart.get()) {
    if (place.get() === undefined) forgetFacts();
    else {
      apart.set(true);
      setFactsAside();
    }
  }
}

/** Something may have been noted on a flow's first step: then there is a contact to return to, and one before it is over. */
export function notedAt(path: string): void {
  if (!hasFacts()) return;
  chooseFirst();
  if (place.get() === undefined) keepPlace(path);
}

/** A choice was made on a flow's first step: the contact that was under way before it is over. What was noted here is the new one's. */
export function chooseFirst(): void {
  if (!apart.get()) return;
  apart.set(false);
  dropFactsAside();
  place.set(undefined);
  forgetAllBut();
}

/** The contact under way goes on at its place. */
export function returnTo(path: string, here: string): void {
  returning = path !== here;
  rejoin();
}

function rejoin(): void {
  if (!apart.get()) return;
  apart.set(false);
  takeFactsBack();
}

/** All that a contact leaves in this tab besides its place and its facts. */
function forgetAllBut(): void {
  forgetMoves();
  forgetUsed();
  forgetWords();
  forgetAgreed();
}

/** The contact is over, or another begins. */
export function endContact(): void {
  dropEnded();
  returning = false;
  apart.set(false);
  place.set(undefined);
  forgetFacts();
  forgetAllBut();
}

/** Holds all that is known of the contact; gives what brings it back. */
export function keepContact(): () => void {
  const restores = [keep(place), keep(apart), keepFacts(), keepMoves(), keepUsed(), holdWords(), keepAgreed()];
  return () => {
    endContact();
    for (const restore of restores) restore();
  };
}

/** Whether a contact is under way. */
export const hasPlace = (): boolean => place.get() !== undefined;

const personKey = 'callguide.person';
let person = readTab(personKey);

/**
 * The contact is that of the person with this email address: one of another person is over. This holds over a reload too: someone
 * else may have signed in meanwhile in another tab. `undefined`: nobody's any more.
 */
export function contactOf(email: string | undefined): void {
  if (person !== undefined && email !== undefined && person !== email) endContact();
  person = email;
  keepInTab(personKey, email);
}
