/**
 * The current contact in this tab: everything known about it beyond its URL, in one object. That way, ending a
 * contact, restoring one, or handing the browser to another person always affects all of it, and no part can be
 * forgotten.
 *
 * What was noted about the voter exists only in the page's memory, never in storage, a URL, or a log; the page asks
 * before the user leaves it for good. The rest survives a reload in the tab's session storage. It contains nothing
 * about the voter except search text, which is stored under random keys; the browser's history holds only those keys.
 *
 *                  startContact                                   endContact
 *  first step ──── choice or note ────▶  CurrentContact  ──── sign-out, another person ───────────────▶ none
 *      ▲                                 place, facts, words,                                            ▲
 *      │ another first step:             answers added, agreement,      endWithUndo: New Contact, Finish │
 *      └─ facts set aside ◀───────────── versions moved on from  ──────────────────────────▶ 10 seconds ─┘
 *         (returnTo brings them back)      │      │      │      ◀───────────────────────────── bringBack
 *                                          │      │      └─ resetContact: Start Over ─▶ name and number wait for keepVoter
 *                                          ▼      ▼
 *                        tab's session storage   the page's memory: facts, the note's text
 */
import { useSyncExternalStore } from 'react';
import { createStore, inTab } from '../store';
import { saysWho, voterName, type Fact } from './fact';
import { guardPage } from './guardPage';

/**
 * What the volunteer noted about the voter: facts for the ticket, and text typed into scripts, which is treated the same.
 */
export interface Facts {
  /** The typed values by fact id; blanks that aren't facts are stored under their placeholder. */
  readonly values: Readonly<Record<string, string>>;
  /**
   * The definitions of the facts noted in a field. They're kept here because a noted fact outlives the content version
   * that asked for it.
   */
  readonly known: readonly Fact[];
}

/**
 * An FAQ entry that was used as an answer. It contains only what goes into the note, which must outlive the version
 * that the entry was shown with.
 */
export interface UsedEntry {
  readonly id: string;
  readonly question: string;
}

/**
 * The agreement's state, for one decision: with a different region, answer, or version, it's asked for again.
 */
export interface Agreed {
  /** The key of the decision. */
  readonly about: string;
  readonly confirmed: boolean;
  /** The mode chosen last. */
  readonly modeId?: string | undefined;
  /** The alternative taken to continue without the agreement; cleared when the agreement is confirmed. */
  readonly wayId?: string | undefined;
}

/** A message shown on one screen: the result of moving to another version. */
export interface Told {
  /** The screen it belongs to, by its `screenKey`. */
  readonly screen: string;
  /** The message, as sentences. */
  readonly text: readonly string[];
  /** Whether something no longer fits (`problem`), or everything is fine (`good`). */
  readonly kind: 'problem' | 'good';
}

/** The history of content versions in this contact. */
export interface Moves {
  /** Maps each version to the one that replaced it. */
  readonly moved: ReadonlyMap<string, string>;
  /** The new version that won't be offered again, because the volunteer chose to stay. */
  readonly later: string | undefined;
  readonly told: Told | undefined;
  /** Whether the volunteer has already been told in this contact that a version is no longer available. */
  readonly knows: boolean;
}

/** The text of the ticket's note, and whether it was copied in its current form. */
export interface TicketNote {
  /** The text as last shown on the screen; unknown after a reload. */
  readonly text: string | undefined;
  readonly copied: boolean;
}

/** What Start Over cleared, which can be restored if it's the same voter. */
export interface SameVoter {
  /** Name and number. */
  readonly facts: Facts;
  readonly used: readonly UsedEntry[];
  readonly danger: string | undefined;
  /** The URL where Start Over was pressed. */
  readonly from: string;
}

/**
 * Everything about one contact. A new field is cleared with the others, and survives a reload only if `kept` includes it.
 */
export interface CurrentContact {
  /** The URL of the contact's current step, set once a choice was made or something was noted. */
  readonly place: string | undefined;
  /** The contact's number in this browser. It distinguishes two tabs and reveals nothing about the voter. */
  readonly number: number | undefined;
  /**
   * Whether another contact is about to begin at a flow's first step. Until a choice is made there, this one can be
   * resumed.
   */
  readonly apart: boolean;
  /** Whether the next screen belongs to this contact even if it's a flow's first step. */
  readonly returning: boolean;
  /** What was noted about the current voter. */
  readonly facts: Facts;
  /** Ids of the facts noted before a reload, whose values are gone. */
  readonly lost: readonly string[];
  /** This contact's notes, set aside while another contact is about to begin. */
  readonly aside: Facts | undefined;
  /** Search text, by the key that a browser history entry holds. */
  readonly words: ReadonlyMap<string, string>;
  /** The key of the most recent search text. */
  readonly lastKey: string | undefined;
  /** Search text that came with a URL, for the next search field. */
  readonly offered: string | undefined;
  /** The FAQ entries used as answers, in that order. */
  readonly used: readonly UsedEntry[];
  /**
   * The line about what was done in an emergency, if it's included in the note. It contains nothing about the voter.
   */
  readonly danger: string | undefined;
  /** The state of the agreement. */
  readonly agreed: Agreed | undefined;
  /** The ticket's note, once it has been on the screen. */
  readonly note: TicketNote | undefined;
  /** Set by Start Over, until the next answer. */
  readonly same: SameVoter | undefined;
  /** The history of content versions. */
  readonly moves: Moves;
}

/** The state when there is no contact. */
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
  // Text about the voter, typed letter by letter, doesn't change what's stored.
  if (text !== written) inTab.keep(key, text === nothing ? undefined : text);
  written = text;
  guardPage([now.facts, now.aside, now.same?.facts].some(hasValues));
});

/** Returns what survives a reload. Of the noted facts, only the ids are kept. */
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

/** Returns the ids of the facts that have a value. */
function filled(facts: Facts | undefined): string[] {
  return Object.entries(facts?.values ?? {}).flatMap(([id, value]) => (value.trim() === '' ? [] : id));
}

export function hasValues(facts: Facts | undefined): boolean {
  return filled(facts).length > 0;
}

/** Returns everything known about the contact. */
export const current = contact.get;

/** Returns one field of the contact, in a component. */
export function useCurrent<F extends keyof CurrentContact>(field: F): CurrentContact[F] {
  return useSyncExternalStore(contact.subscribe, () => contact.get()[field]);
}

/** Changes the given fields. Subscribers are notified only if a value actually changed. */
export function changeContact(parts: Partial<CurrentContact>): void {
  const before = contact.get();
  const next = { ...before, ...parts };
  if (fields.some((field) => !Object.is(next[field], before[field]))) contact.set(next);
}

/**
 * Call this when a choice is made or something is noted on a flow's first step. It ends the previous contact; anything
 * noted belongs to the new one.
 */
export function startContact(): void {
  const { apart, facts } = contact.get();
  if (apart) contact.set({ ...none, facts });
}

/** Ends the contact; it can't be brought back. */
export function endContact(): void {
  contact.set(none);
  dropEnded();
}

/**
 * Start Over at the URL `from`: clears everything that was decided, confirmed, and noted. The voter's name and number,
 * the FAQ answers, and the line about an emergency can be restored until the next answer.
 */
export function resetContact(from: string): void {
  const { facts, used, danger } = contact.get();
  const known = facts.known.filter(saysWho);
  const ids = [voterName, ...known.map(({ id }) => id)];
  const who = { values: Object.fromEntries(Object.entries(facts.values).filter(([id]) => ids.includes(id))), known };
  const knows = hasValues(who) || used.length > 0 || danger !== undefined;
  contact.set({ ...none, same: knows ? { facts: who, used, danger, from } : undefined });
}

/** Restores what Start Over cleared, for the same voter, so that the name and number aren't asked for again. */
export function keepVoter(): void {
  const { same } = contact.get();
  if (same !== undefined) changeContact({ facts: same.facts, used: same.used, danger: same.danger, same: undefined });
}

/** Call this when the next answer is given. What Start Over cleared is then gone for good. */
export function dropVoter(): void {
  changeContact({ same: undefined });
}

/** A contact that has ended, while it can still be brought back. */
export interface Ended {
  /** The URL where it ended, and the next screen's URL. */
  from: string;
  to: string;
  state: CurrentContact;
}

/** How long a contact can be brought back, in ms. */
const undoMs = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;
const ended = createStore<Ended | undefined>(undefined, (next) => {
  clearTimeout(timer);
  if (next !== undefined) timer = setTimeout(dropEnded, undoMs);
});

/** The contact that can be brought back. */
export const useEnded = ended.use;

/** Ends the contact, but holds it in memory for a moment so that it can be brought back. An empty contact isn't held. */
export function endWithUndo(from: string, to: string): void {
  const state = contact.get();
  contact.set(none);
  if (state.place !== undefined || hasValues(state.facts) || state.used.length > 0) ended.set({ from, to, state });
}

/** Resumes the contact that ended, with everything known about it. */
export function bringBack({ state }: Ended): void {
  dropEnded();
  contact.set(state);
}

/** Discards the contact that could be brought back. */
export function dropEnded(): void {
  ended.set(undefined);
}

const personKey = 'callguide.person';
let person = inTab.read(personKey);

/**
 * Assigns the contact to the person with this email address, and ends it if it belongs to someone else. This works across a
 * reload too, because someone else may have signed in meanwhile in another tab. `undefined` means that nobody is signed in.
 */
export function contactOf(email: string | undefined): void {
  if (person !== undefined && email !== undefined && person !== email) endContact();
  person = email;
  inTab.keep(personKey, email);
}
