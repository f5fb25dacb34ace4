/**
 * Keys that act. One listener for all: it never fires while somebody types, with a modifier held, in a dialog
 * that the shortcut doesn't belong to, or twice for a key held down; and it can be switched off (WCAG 2.1.4).
 */
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** As `KeyboardEvent.key`, lower case: `y`, `1`, `/`, `backspace`. Any of them. */
  keys: readonly string[];
  /** What it does, for the list of keys. */
  label: string;
  /** The dialog it works in; without one it works only where no dialog is open. */
  within?: 'dialog';
  /** Any other for the same key goes first, whichever was there first: for what stands around every screen. */
  givesWay?: boolean;
}

interface Entry extends Shortcut {
  run: (event: KeyboardEvent) => void;
}

const storageKey = 'callguide.shortcuts';
let entries: readonly Entry[] = [];
let enabled = read();
const listeners = new Set<() => void>();

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a shortcut while the component is mounted; `undefined` registers none. The last registered wins a key. */
export function useShortcut(shortcut: Shortcut | undefined, run: (event: KeyboardEvent) => void): void {
  const latest = useRef(run);
  // With the screen, not after it was painted: a key pressed as soon as a question stands there is for that question.
  useLayoutEffect(() => {
    latest.current = run;
  });
  const keys = shortcut?.keys.join(' ');
  const { label, within, givesWay = false } = shortcut ?? {};
  useLayoutEffect(() => {
    if (keys === undefined || label === undefined) return undefined;
    const entry: Entry = { keys: keys.split(' '), label, run: (event) => latest.current(event), ...(within && { within }) };
    entries = givesWay ? [entry, ...entries] : [...entries, entry];
    changed();
    return () => {
      entries = entries.filter((other) => other !== entry);
      changed();
    };
  }, [keys, label, within, givesWay]);
}

/** Every shortcut that works now, for the list of keys. */
export function useShortcutList(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => entries);
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(subscribe, () => enabled);
}

export function setShortcutsEnabled(on: boolean): void {
  enabled = on;
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off');
  } catch {
    // Private windows may refuse storage: the choice then holds for this page.
  }
  changed();
}

const typed = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week', 'datetime-local']);

/** Whether a key would go into what has the focus. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return typed.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** The shortcut that a key press means, if any. */
export function match(event: KeyboardEvent, all: readonly Shortcut[] = entries): Shortcut | undefined {
  if (event.defaultPrevented || event.repeat || event.isComposing) return undefined;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return undefined;
  const within = document.querySelector('dialog[open]') === null ? undefined : 'dialog';
  const key = event.key.toLowerCase();
  return all.findLast((shortcut) => shortcut.within === within && shortcut.keys.includes(key));
}

/** Does what `key` would do now, for a control that stands for it. Also where keys are switched off. */
export function press(key: string): void {
  const event = new KeyboardEvent('keydown', { key });
  (match(event) as Entry | undefined)?.run(event);
}

function onKeyDown(event: KeyboardEvent): void {
  if (!enabled) return;
  const found = match(event) as Entry | undefined;
  if (found === undefined) return;
  event.preventDefault();
  found.run(event);
}

// One listener for the life of the page.
if (typeof document !== 'undefined') document.addEventListener('keydown', onKeyDown);
