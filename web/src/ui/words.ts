/** Small words of sentences that the app makes. */

/** `1 question`, `2,000 questions`; `many` where the plural isn't the noun and an s. */
export function plural(n: number, noun: string, many = `${noun}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
