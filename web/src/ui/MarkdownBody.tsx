/** The renderer behind `Markdown`. Raw HTML stays text, and only addresses of four kinds are followed. */
import type { ComponentProps } from 'react';
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

export default function MarkdownBody({ children, inline = false }: { children: string; inline?: boolean }) {
  return (
    <ReactMarkdown components={inline ? inlineComponents : components} urlTransform={safeUrl}>
      {children}
    </ReactMarkdown>
  );
}
