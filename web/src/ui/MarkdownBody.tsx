/** The renderer behind `Markdown`. Raw HTML is shown as text, and only URLs with one of four schemes become links. */
import type { ComponentProps, ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { ExternalLink } from './ExternalLink';

const allowed = /^(https?:|mailto:|tel:)/i;

/** Returns the URL, or an empty string if its scheme isn't allowed. */
function safeUrl(url: string): string {
  return allowed.test(url) ? url : '';
}

function Anchor({ href, children }: ComponentProps<'a'>) {
  return href ? <ExternalLink href={href}>{children}</ExternalLink> : <>{children}</>;
}

// Headings in content rank below the screen's h1.
const components: Components = {
  a: Anchor,
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  img: ({ alt }) => <>{alt}</>,
};

const inlineComponents: Components = { ...components, p: ({ children }) => <>{children}</> };

/** How many of the most recently parsed strings are cached: more than a region's tree contains. */
const most = 300;
const texts = new Map<string, ReactElement>();

/** Returns `children` as elements. Parsing Markdown is expensive, so each string is parsed only once. */
export function read(children: string, inline: boolean): ReactElement {
  const key = `${inline ? 'inline' : 'block'} ${children}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  // It uses no hooks, so it may be called before any rendering.
  const elements = ReactMarkdown({ children, components: inline ? inlineComponents : components, urlTransform: safeUrl });
  texts.set(key, elements);
  const [oldest] = texts.keys();
  if (texts.size > most && oldest !== undefined) texts.delete(oldest);
  return elements;
}

export default function MarkdownBody({ children, inline = false }: { children: string; inline?: boolean }) {
  return read(children, inline);
}
