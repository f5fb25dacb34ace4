/**
 * The contact under way in this tab: all that is known of it besides its address, as one object. So what ends a contact, brings it
 * back or hands the browser to another person does so with all of it, and can't leave a part behind.
 *
 * What was noted about the voter is in the page's memory alone, never in storage, an address or a log; the page asks before it is
 * left for good. The rest outlives a reload in the tab's session storage, and has nothing of the voter but what was typed into the
 * search: that stands under random keys, which alone are in the browser's history.
 */
import { useSyncExternalStore } from 'react';
import { createStore, inTab } from '../store';
import { saysWho, voterName, type Fact } from './fact';
import { guardPage } from './guardPage';

/** What the volunteer noted about the voter: facts for the ticket, and what was typed into scripts, which is the same. */
export interface Facts {
  /** What was typed, by the fact's id; blanks that are no fact stand under their placeholder. */
  readonly values: Readonly<Record<string, string>>;
  /** How those were asked for that were noted in their field: a note outlives the version that asked for it. */
  readonly known: readonly Fact[];
}

/** An entry of the FAQ that was answered: only what the note says, which must outlive the version it was shown with. */
export interface UsedEntry {
  readonly id: string;
  readonly question: string;
}

/** The agreement, for one decision: another region, answer or version asks again. */
export interface Agreed {
  /** The decision that it's about. */
  readonly about: string;
  readonly confirmed: boolean;
  /** Of the mode that was chosen last. */
  readonly modeId?: string | undefined;
  /** Of the way on that was taken without it, until it's confirmed. */
  readonly wayId?: string | undefined;
}

/** Told on one screen: what a move to another version came to. */
export interface Told {
  /** The screen it belongs to, as `screenKey` names it. */
  readonly screen: string;
  /** Sentences. */
  readonly text: readonly string[];
  /** Whether something no longer fits, or only that all is well. */
  readonly kind: 'problem' | 'good';
}

/** What became of content versions. */
export interface Moves {
  /** From a version to the one that took its place. */
  readonly moved: ReadonlyMap<string, string>;
  /** The new version that isn't to be offered again. */
  readonly later: string | undefined;
  readonly told: Told | undefined;
  /** She has been told in this contact that a version was gone. */
  readonly knows: boolean;
}

/** What the ticket's note says, and whether it was copied as it is. */
export interface TicketNote {
  /** As it was on the screen last; unknown after a reload. */
  readonly text: string | undefined;
  readonly copied: boolean;
}

/** What Start Over took away and the same voter may keep. */
export interface SameVoter {
  /** Name and number. */
  readonly facts: Facts;
  readonly used: readonly UsedEntry[];
  readonly danger: string | undefined;
  /** The address where Start Over was pressed. */
  readonly from: string;
}

/** Everything about one contact. A new field is cleared with the others, and kept over a reload only where `kept` names it. */
export interface CurrentContact {
  /** The address where it stands, once a choice was made or something was noted. */
  readonly place: string | undefined;
  /** Which of this browser's contacts it is: it tells two tabs apart, and says nothing of the voter. */
  readonly number: number | undefined;
  /** Another contact is about to begin at a flow's first step: until a choice is made there, this one can be returned to. */
  readonly apart: boolean;
  /** The next screen is this contact's, also where it's a flow's first step. */
  readonly returning: boolean;
  /** What was noted about the voter who is on now. */
  readonly facts: Facts;
  /** Ids of the facts that were noted until the page was reloaded: their values are gone. */
  readonly lost: readonly string[];
  /** What was noted in this contact, while another is about to begin. */
  readonly aside: Facts | undefined;
  /** What was typed into the search, by the key that an entry of the browser's history holds. */
  readonly words: ReadonlyMap<string, string>;
  /** The key of what was typed last. */
  readonly lastKey: string | undefined;
  /** What came with an address, for the next search field. */
  readonly offered: string | undefined;
  /** The questions of the FAQ that were answered, in the order of answering. */
  readonly used: readonly UsedEntry[];
  /** The line on what was done in an emergency, if it's to be in the note. It says nothing of the voter. */
  readonly danger: string | undefined;
  /** What was confirmed of the agreement. */
  readonly agreed: Agreed | undefined;
  /** The note for the ticket, once it was on the screen. */
  readonly note: TicketNote | undefined;
  /** After Start Over, until the next answer. */
  readonly same: SameVoter | undefined;
  /** What became of content versions. */
  readonly moves: Moves;
}

/** No contact. */
export const none: CurrentContact = {
  place: undefined,
  number: undefined,
  apart: false,
  returning: false,
  facts: { values: {}, known: [] },
  lost: [],
  aside: undefined,
  words: new Map(),
  lastKey: undefined,
  offered: undefined,
  used: [],
  danger: undefined,
  agreed: undefined,
  note: undefined,
  same: undefined,
  moves: { moved: new Map(), later: undefined, told: undefined, knows: false },
};

const fields = Object.keys(none) as (keyof CurrentContact)[];

const key = 'callguide.contact';
const nothing = JSON.stringify(kept(none));
let written: string | undefined;
const contact = createStore(read(), (now) => {
  const text = JSON.stringify(kept(now));
  // What is typed about the voter changes nothing of it, and comes letter by letter.
  if (text !== written) inTab.keep(key, text === nothing ? undefined : text);
  written = text;
  guardPage([now.facts, now.aside, now.same?.facts].some(hasValues));
});

/** What outlives a reload. Of what was noted, only that it was. */
function kept({ place, number, apart, facts, lost, aside, words, lastKey, used, danger, agreed, note, moves: { moved, later, knows } }: CurrentContact) {
  const noted = [...new Set([...lost, ...filled(facts), ...filled(aside)])];
  return { place, number, apart, lost: noted, words: [...words], lastKey, used, danger, agreed, copied: note?.copied, moved: [...moved], later, knows };
}

function read(): CurrentContact {
  try {
    const { place, number, apart, lost, words, lastKey, used, danger, agreed, copied, moved, later, knows } = JSON.parse(inTab.read(key) ?? '{}') as { [name in keyof ReturnType<typeof kept>]?: unknown };
    return {
      ...none,
      place: textOf(place),
      number: typeof number === 'number' ? number : undefined,
      apart: apart === true,
      lost: Array.isArray(lost) ? lost.filter((id) => typeof id === 'string') : [],
      words: pairsOf(words),
      lastKey: textOf(lastKey),
      used: Array.isArray(used) ? used.filter(isUsed) : [],
      danger: textOf(danger),
      agreed: isAgreed(agreed) ? agreed : undefined,
      note: typeof copied === 'boolean' ? { text: undefined, copied } : undefined,
      moves: { moved: pairsOf(moved), later: textOf(later), told: undefined, knows: knows === true },
    };
  } catch {
    return none;
  }
}

function isUsed(value: unknown): value is UsedEntry {
  const { id, question } = (value ?? {}) as { [name in keyof UsedEntry]?: unknown };
  return typeof id === 'string' && typeof question === 'string';
}

function isAgreed(value: unknown): value is Agreed {
  const { about, confirmed, ...ids } = (value ?? {}) as { [name in keyof Agreed]?: unknown };
  return typeof about === 'string' && typeof confirmed === 'boolean' && [ids.modeId, ids.wayId].every((id) => id === undefined || typeof id === 'string');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function pairsOf(value: unknown): ReadonlyMap<string, string> {
  const isPair = (pair: unknown): pair is [string, string] => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string');
  return new Map(Array.isArray(value) ? value.filter(isPair) : []);
}

/** Ids of what was noted. */
function filled(facts: Facts | undefined): string[] {
  return Object.entries(facts?.values ?? {}).flatMap(([id, value]) => (value.trim() === '' ? [] : id));
}

export function hasValues(facts: Facts | undefined): boolean {
  return filled(facts).length > 0;
}

/** All that is known of the contact. */
export const current = contact.get;

/** One part of it, in a component. */
export function useCurrent<F extends keyof CurrentContact>(field: F): CurrentContact[F] {
  return useSyncExternalStore(contact.subscribe, () => contact.get()[field]);
}

/** Changes parts of it; nobody hears of what is as it was. */
export function changeContact(parts: Partial<CurrentContact>): void {
  const before = contact.get();
  const next = { ...before, ...parts };
  if (fields.some((field) => !Object.is(next[field], before[field]))) contact.set(next);
}

/** A choice was made on a flow's first step, or something noted there: the contact before is over, what is noted is the new one's. */
export function startContact(): void {
  const { apart, facts } = contact.get();
  if (apart) contact.set({ ...none, facts });
}

/** The contact is over, and can't be brought back. */
export function endContact(): void {
  contact.set(none);
  dropEnded();
}

/**
 * Start Over at the address `from`: all that was decided, confirmed and noted is gone. The voter's name and number, the FAQ answers
 * and the line about an emergency can be kept until the next answer.
 */
export function resetContact(from: string): void {
  const { facts, used, danger } = contact.get();
  const known = facts.known.filter(saysWho);
  const ids = [voterName, ...known.map(({ id }) => id)];
  const who = { values: Object.fromEntries(Object.entries(facts.values).filter(([id]) => ids.includes(id))), known };
  const knows = hasValues(who) || used.length > 0 || danger !== undefined;
  contact.set({ ...none, same: knows ? { facts: who, used, danger, from } : undefined });
}

/** It's the same voter after Start Over, and she isn't asked for her name and number again. */
export function keepVoter(): void {
  const { same } = contact.get();
  if (same !== undefined) changeContact({ facts: same.facts, used: same.used, danger: same.danger, same: undefined });
}

/** The next answer was given: what Start Over took away is gone for good. */
export function dropVoter(): void {
  changeContact({ same: undefined });
}

/** A contact that has ended, for as long as it can be brought back. */
export interface Ended {
  /** The address where it ended, and the one where that led. */
  from: string;
  to: string;
  state: CurrentContact;
}

/** So long, in ms. */
const undoMs = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
const ended = createStore<Ended | undefined>(undefined, (next) => {
  clearTimeout(timer);
  if (next !== undefined) timer = setTimeout(dropEnded, undoMs);
});

/** The contact that can be brought back. */
export const useEnded = ended.use;

/** The contact is over. For a moment it's held in memory, and can be brought back; one of which nothing is known isn't. */
export function endWithUndo(from: string, to: string): void {
  const state = contact.get();
  contact.set(none);
  if (state.place !== undefined || hasValues(state.facts) || state.used.length > 0) ended.set({ from, to, state });
}

/** The contact that ended is under way again, with all that was known of it. */
export function bringBack({ state }: Ended): void {
  dropEnded();
  contact.set(state);
}

/** Nothing can be brought back any more, and nothing of it stays. */
export function dropEnded(): void {
  ended.set(undefined);
}

const personKey = 'callguide.person';
let person = inTab.read(personKey);

/**
 * The contact is that of the person with this email address: one of another person is over. This holds over a reload too: someone
 * else may have signed in meanwhile in another tab. `undefined`: nobody's any more.
 */
export function contactOf(email: string | undefined): void {
  if (person !== undefined && email !== undefined && person !== email) endContact();
  person = email;
  inTab.keep(personKey, email);
}
