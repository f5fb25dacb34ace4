/** Text with `{name.of}` placeholders: split into parts, and filled in for the clipboard. */

export type Part = { text: string } | { placeholder: string };

const pattern = /\{([A-Za-z][\w-]*(?:\.[\w-]+)+)\}/g;

export function parts(text: string): Part[] {
  const found: Part[] = [];
  let end = 0;
  for (const hit of text.matchAll(pattern)) {
    if (hit.index > end) found.push({ text: text.slice(end, hit.index) });
    found.push({ placeholder: hit[1] ?? '' });
    end = hit.index + hit[0].length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** Returns each name in `text` once, in order. */
export function placeholders(text: string): string[] {
  return [...new Set(parts(text).flatMap((part) => ('placeholder' in part ? [part.placeholder] : [])))];
}

/** Fills in every known value in `text`; `otherwise` handles the rest. */
export function fill(
  text: string,
  values: Readonly<Record<string, string | undefined>>,
  otherwise: (name: string) => string = (name) => `{${name}}`,
): string {
  return parts(text)
    .map((part) => ('text' in part ? part.text : values[part.placeholder]?.trim() || otherwise(part.placeholder)))
    .join('');
}
