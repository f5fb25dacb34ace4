/** Markdown as plain text: for titles, for what is copied, for the moment before the renderer has come. */

export interface PlainTextOptions {
  /** Write addresses out behind their labels: `label (https://…)`. */
  addresses?: boolean;
}

export function plainText(markdown: string, { addresses = false }: PlainTextOptions = {}): string {
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
