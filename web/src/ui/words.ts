/** Words put together: the small ones of sentences that the app makes, and the names of classes. */

/** Joins class names, leaving out what is absent. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** `1 question`, `2,000 questions`; `many` where the plural isn't the noun and an s. */
export function plural(n: number, noun: string, many = `${noun}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
