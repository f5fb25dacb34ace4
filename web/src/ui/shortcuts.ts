/**
 * Keyboard shortcuts, handled in one module. None fires in a dialog that it doesn't belong to, or twice for a key held
 * down. A plain key also types, so it never fires while someone is typing or choosing from a list, and it can be
 * switched off (WCAG 2.1.4). A key with a modifier doesn't type anything, so it also works in a field and stays on when
 * the plain ones are off.
 */
import { useEffectEvent, useLayoutEffect } from 'react';
import { createStore, inBrowser } from '../store';
import { isTyping, nameOf, repeatsKey } from './repeats';

export interface Shortcut {
  /** Alternatives, as in `KeyboardEvent.key` but lowercase: `y`, `1`, `/`, `backspace`; with a modifier, `ctrl+enter`. */
  keys: readonly string[];
  /** What it does, for the list of keys. */
  label: string;
  /** Whether it works in a dialog; otherwise it works only when no dialog is open. */
  within?: 'dialog';
  /**
   * Whether any other shortcut for the same key wins, no matter which was registered first. For controls around every
   * screen.
   */
  givesWay?: boolean;
  /** Whether it works over any dialog and however fast it's pressed, for urgent actions. */
  always?: boolean;
  /** Whether rapid presses are intentional: if so, every press counts, except the repeats of a key held down. */
  again?: boolean;
}

interface Entry extends Shortcut {
  run: (event: KeyboardEvent) => void;
}

const storageKey = 'callguide.shortcuts';
const entries = createStore<readonly Entry[]>([]);
const enabled = createStore(inBrowser.read(storageKey) !== 'off', (on) => inBrowser.keep(storageKey, on ? 'on' : 'off'));
/** The number of components that currently block all shortcuts except those that always work. */
let held = 0;

/**
 * Registers a shortcut while the component is mounted; `undefined` registers none. If several use a key, the last one
 * registered wins.
 */
export function useShortcut(shortcut: Shortcut | undefined, run: (event: KeyboardEvent) => void): void {
  const act = useEffectEvent(run);
  const keys = shortcut?.keys.join(' ');
  const { label, within, givesWay = false, always = false, again = false } = shortcut ?? {};
  // A layout effect, not one that runs after paint: a key pressed as soon as a question appears is meant for that question.
  useLayoutEffect(() => {
    if (keys === undefined || label === undefined) return undefined;
    const entry: Entry = { keys: keys.split(' '), label, always, again, run: (event) => act(event), ...(within && { within }) };
    entries.set(givesWay ? [entry, ...entries.get()] : [...entries.get(), entry]);
    return () => entries.set(entries.get().filter((other) => other !== entry));
  }, [keys, label, within, givesWay, always, again]);
}

/**
 * While the component is mounted, only shortcuts that always work are active. For a dialog that opens over other dialogs
 * and their keys.
 */
export function useShortcutsHeld(): void {
  useLayoutEffect(() => {
    held += 1;
    return () => {
      held -= 1;
    };
  }, []);
}

/** Every shortcut that currently works, for the list of keys. */
export const useShortcutList: () => readonly Shortcut[] = entries.use;

export const useShortcutsEnabled = enabled.use;
export const setShortcutsEnabled = enabled.set;

const modifier = 'ctrl+';

/** Returns the shortcut for a key press, if any. */
export function match(event: KeyboardEvent, all: readonly Shortcut[] = entries.get()): Shortcut | undefined {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return undefined;
  const name = nameOf(event);
  if (!name.startsWith(modifier) && isTyping(event)) return undefined;
  const within = document.querySelector('dialog[open]') === null ? undefined : 'dialog';
  const works = (shortcut: Shortcut) => shortcut.always === true || (held === 0 && shortcut.within === within);
  return all.findLast((shortcut) => shortcut.keys.includes(name) && works(shortcut));
}

/** Does what pressing `key` would do now, for a control that stands in for it. Works even if keys are switched off. */
export function press(key: string): void {
  const event = new KeyboardEvent('keydown', { key });
  (match(event) as Entry | undefined)?.run(event);
}

/**
 * Whether Esc leaves a field so that the plain keys work again: only if the field itself doesn't use Esc and there's no
 * dialog to close.
 */
function leaves(event: KeyboardEvent): boolean {
  return event.key === 'Escape' && !event.defaultPrevented && !event.isComposing && isTyping(event) && document.querySelector('dialog[open]') === null;
}

function onKeyDown(event: KeyboardEvent): void {
  if (leaves(event) && event.target instanceof HTMLElement) event.target.blur();
  if (!enabled.get() || nameOf(event).startsWith(modifier)) return;
  act(event);
}

/** Runs before any other handler, so that no field or list takes a key with a modifier for its plain one. */
function onModifiedKeyDown(event: KeyboardEvent): void {
  if (nameOf(event).startsWith(modifier) && act(event)) event.stopPropagation();
}

function act(event: KeyboardEvent): boolean {
  const found = match(event) as Entry | undefined;
  if (found === undefined) return false;
  event.preventDefault();
  if (!repeatsKey() || found.again === true || found.always === true) found.run(event);
  return true;
}

// One listener of each kind for the life of the page.
if (typeof document !== 'undefined') {
  document.addEventListener('keydown', onKeyDown);
  document.addEventListener('keydown', onModifiedKeyDown, { capture: true });
}
