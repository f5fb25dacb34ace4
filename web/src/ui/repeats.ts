/**
 * Suppresses presses that only repeat the previous one: a key held down, the same key again right away, the second
 * click of a double-click. Tired hands make them, and they must have no effect: no answer is given twice, or given to a
 * question that has just appeared. Where fast presses are intended (Back, the next entry), the control has `data-again`
 * and the shortcut has `again`. Keys typed into a field never count as repeats.
 */

/**
 * How soon a second press of the same key counts as the same press, in ms. The same limit, plus a distance in px,
 * applies to a second tap, because phones don't count clicks.
 */
const at = { once: 400, near: 40 } as const;

let lastKey: { name: string; at: number; repeats: boolean } | undefined;
let lastTap: MouseEvent | undefined;

/**
 * Returns a key's name as shortcuts use it. A Mac's Command counts as Ctrl; Shift is ignored because some keyboards need it
 * for a character.
 */
export function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return `${ctrlKey || metaKey ? 'ctrl+' : ''}${key.toLowerCase()}`;
}

const typed = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week', 'datetime-local']);

/** Whether a key would be typed into the event's target. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return typed.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Whether the last key pressed was a repeat. It keeps counting as one for as long as the key keeps being pressed. */
export const repeatsKey = (): boolean => lastKey?.repeats === true;

function onKey(event: KeyboardEvent): void {
  // By themselves, modifiers aren't presses, and they come between two presses of the same key.
  if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
  const name = nameOf(event);
  if (isTyping(event) && !name.startsWith('ctrl+')) {
    lastKey = undefined;
    return;
  }
  const again = lastKey?.name === name && event.timeStamp - lastKey.at < at.once;
  lastKey = { name, at: event.timeStamp, repeats: event.repeat || again };
}

/** Whether a click comes from a repeated Enter or Space on a control. */
function repeatsByKey({ detail }: MouseEvent): boolean {
  return detail === 0 && repeatsKey() && (lastKey?.name === 'enter' || lastKey?.name === ' ');
}

function repeatsTap(click: MouseEvent): boolean {
  if ((click as Partial<PointerEvent>).pointerType !== 'touch') return false;
  const before = lastTap;
  lastTap = click;
  if (before === undefined) return false;
  return click.timeStamp - before.timeStamp < at.once && Math.hypot(click.clientX - before.clientX, click.clientY - before.clientY) <= at.near;
}

/** Runs before the app's own handlers. A second click on text selects a word, and one in a field is editing. */
function onClick(click: MouseEvent): void {
  const again = repeatsTap(click) || click.detail > 1 || repeatsByKey(click);
  const control = click.target instanceof Element ? click.target.closest('button, a, summary, label, input, [role=button]') : null;
  if (!again || !click.isTrusted || control === null || control.closest('[data-again]') !== null || isTyping(click)) return;
  click.preventDefault();
  click.stopPropagation();
}

// One listener of each kind for the life of the page, ahead of all others.
if (typeof document !== 'undefined') {
  document.addEventListener('keydown', onKey, { capture: true });
  document.addEventListener('click', onClick, { capture: true });
}
