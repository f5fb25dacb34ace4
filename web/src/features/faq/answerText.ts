/**
 * An answer as it's sent in a chat: plain text, every URL written out, and line breaks only where they have meaning.
 */
import { plainText } from '../../ui';

const link = /\[((?:\\.|[^\]\\])*)\]\(\s*(?:<([^>\n]*)>|([^)\s]+))[^)]*\)/g;

export function answerText(markdown: string): string {
  // Links are extracted first, so that nothing in a URL is mistaken for emphasis.
  const links: string[] = [];
  const without = markdown.replace(link, (_, label: string, bracketed: string | undefined, plain: string | undefined) => {
    links.push(written(plainText(label), bracketed ?? plain ?? ''));
    return `\uE000${links.length - 1}\uE000`;
  });
  return reflow(plainText(without)).replace(/\uE000(\d+)\uE000/g, (_, index: string) => links[Number(index)] ?? '');
}

/** Returns `label (URL)`, or only the URL if the label is the same. */
function written(label: string, url: string): string {
  const other = /^(?:mailto|tel):(.*)$/i.exec(url)?.[1];
  if (other !== undefined) return same(label, other) ? label : `${label} (${other})`;
  return same(label, url) ? url : `${label} (${url})`;
}

function same(label: string, address: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '').slice(-10);
  if (/^[\d\s+().-]+$/.test(address)) return label.replace(/\D/g, '') !== '' && digits(label) === digits(address);
  const bare = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/$/, '');
  return bare(label) === bare(address);
}

const item = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Joins the lines of each paragraph; keeps paragraphs, list items, and hard breaks separate. */
function reflow(text: string): string {
  const lines: string[] = [];
  let broken = true;
  for (const line of text.split('\n')) {
    const hard = / {2,}$|\\$/.test(line);
    const words = line.trim().replace(/\\$/, '');
    const before = lines.at(-1);
    if (words === '') {
      if (before !== undefined && before !== '') lines.push('');
      broken = true;
    } else if (before === undefined || before === '' || broken || item.test(line)) {
      lines.push(item.test(line) ? words.replace(/^[*+](?=\s)/, '-') : words);
      broken = hard;
    } else {
      lines[lines.length - 1] = `${before} ${words}`;
      broken = hard;
    }
  }
  return lines.join('\n').trim();
}
