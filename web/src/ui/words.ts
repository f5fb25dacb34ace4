/** Words put together: the small ones of sentences that the app makes, the names of classes, and Markdown as plain text. */

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

/**
 * Markdown as plain text: for titles, for what is copied, for the moment before the renderer has come. `addresses` are written out
 * behind their labels: `label (https://…)`.
 */
export function plainText(markdown: string, { addresses = false } = {}): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g, (_, label: string, url: string) => {
      const bare = url.replace(/^<|>$/g, '').replace(/^(tel|mailto):/, '');
      return addresses && bare !== label ? `${label} (${bare})` : label;
    })
    .replace(/<((?:https?|mailto|tel):[^>\s]+)>/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/gs, '$2')
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])/g, '$2')
    .replace(/`([^`]+)`/g, '$1')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^>\s?/gm, '')
    .replace(/\\([\\`*_{}[\]()#+\-.!>])/g, '$1')
    .trim();
}

// What Markdown gives a meaning to anywhere in a line, and at its beginning: headings, quotes, lists, code.
const meaning = /[\\`*_[\]<>&\n\r]/;
const opening = /^(\s|#|>|[-+=~]|\d{1,9}[.)])/;

/** Whether a text is one plain paragraph: then the Markdown renderer would only wrap it. Errs on the side of the renderer. */
export function isPlain(markdown: string): boolean {
  const text = markdown.trimEnd();
  return text !== '' && !meaning.test(text) && !opening.test(text);
}
