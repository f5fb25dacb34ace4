/** The renderer behind `Markdown`. Raw HTML stays text, and only addresses of four kinds are followed. */
import type { ComponentProps, ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { ExternalLink } from './ExternalLink';

const allowed = /^(https?:|mailto:|tel:)/i;

/** The address, or nothing where it is of another kind. */
function safeUrl(url: string): string {
  return allowed.test(url) ? url : '';
}

function Anchor({ href, children }: ComponentProps<'a'>) {
  return href ? <ExternalLink href={href}>{children}</ExternalLink> : <>{children}</>;
}

// Content's headings stand below the screen's h1.
const components: Components = {
  a: Anchor,
  h1: 'h2',
  h2: 'h3',
  h3: 'h4',
  img: ({ alt }) => <>{alt}</>,
};

const inlineComponents: Components = { ...components, p: ({ children }) => <>{children}</> };

/** So many texts are kept as they were read, the last ones: more than a region's tree has. */
const most = 300;
const texts = new Map<string, ReactElement>();

/** `children` as elements. Reading Markdown is dear: each text is read once. */
export function read(children: string, inline: boolean): ReactElement {
  const key = `${inline ? 'inline' : 'block'} ${children}`;
  const known = texts.get(key);
  if (known !== undefined) return known;
  // No hooks in it: it may be called ahead of any drawing.
  const elements = ReactMarkdown({ children, components: inline ? inlineComponents : components, urlTransform: safeUrl });
  texts.set(key, elements);
  const [oldest] = texts.keys();
  if (texts.size > most && oldest !== undefined) texts.delete(oldest);
  return elements;
}

export default function MarkdownBody({ children, inline = false }: { children: string; inline?: boolean }) {
  return read(children, inline);
}
