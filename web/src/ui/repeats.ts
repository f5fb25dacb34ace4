/**
 * Presses that only repeat the one before: a key held down, the same key again at once, the second click of a double-click. Tired
 * hands make them, and they do nothing: no answer is given twice, and none to the question that has just come. Where pressing fast is
 * meant (Back, the next entry), the control has `data-again` and the shortcut `again`; keys that are typed are never repeats.
 */

/** How soon the same key is the same press, in ms; how soon, and how near in px, a second tap is: a phone counts no clicks. */
const at = { once: 400, near: 40 } as const;

let lastKey: { name: string; at: number; repeats: boolean } | undefined;
let lastTap: MouseEvent | undefined;

/** As a shortcut names it. A Mac's Command is its Ctrl; Shift is how some keyboards come by a sign. */
export function nameOf({ key, ctrlKey, metaKey }: KeyboardEvent): string {
  return `${ctrlKey || metaKey ? 'ctrl+' : ''}${key.toLowerCase()}`;
}

const typed = new Set(['text', 'search', 'email', 'url', 'tel', 'password', 'number', 'date', 'time', 'month', 'week', 'datetime-local']);

/** Whether a key would go into what the event is for. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return typed.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/** Whether the key that was pressed last was a repeat; as long as it goes on being pressed, it is. */
export const repeatsKey = (): boolean => lastKey?.repeats === true;

function onKey(event: KeyboardEvent): void {
  // On their own they are no press, and stand between two of the same.
  if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return;
  const name = nameOf(event);
  if (isTyping(event) && !name.startsWith('ctrl+')) {
    lastKey = undefined;
    return;
  }
  const again = lastKey?.name === name && event.timeStamp - lastKey.at < at.once;
  lastKey = { name, at: event.timeStamp, repeats: event.repeat || again };
}

/** Whether a click comes from pressing Enter or Space on a control once too often. */
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

/** Before the app hears of it. A second click on text selects a word, and one in a field is typing. */
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
