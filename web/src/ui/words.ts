/** Text helpers: small words for sentences that the app builds, class names, and Markdown as plain text. */

/** Joins class names, skipping absent ones. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Formats `1 question`, `2,000 questions`; `many` is for irregular plurals. */
export function plural(n: number, noun: string, many = `${noun}s`): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns Markdown as plain text, for titles, for copying, and for the moment before the renderer has loaded. With
 * `addresses`, links are written out after their labels: `label (https://…)`.
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

// Characters that are special in Markdown anywhere in a line, and at its beginning: headings, quotes, lists, code.
const meaning = /[\\`*_[\]<>&\n\r]/;
const opening = /^(\s|#|>|[-+=~]|\d{1,9}[.)])/;

/** Whether text is one plain paragraph, which the Markdown renderer would only wrap. When in doubt, returns false. */
export function isPlain(markdown: string): boolean {
  const text = markdown.trimEnd();
  return text !== '' && !meaning.test(text) && !opening.test(text);
}
