/** Whether a text is one plain paragraph: then the Markdown renderer would only wrap it. */

// What Markdown gives a meaning to anywhere in a line, and at its beginning: headings, quotes, lists, code.
const meaning = /[\\`*_[\]<>&\n\r]/;
const opening = /^(\s|#|>|[-+=~]|\d{1,9}[.)])/;

/** Takes Markdown; errs on the side of the renderer. */
export function isPlain(markdown: string): boolean {
  const text = markdown.trimEnd();
  return text !== '' && !meaning.test(text) && !opening.test(text);
}
