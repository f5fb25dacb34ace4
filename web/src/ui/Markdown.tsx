/**
 * Markdown written by staff. The renderer is in its own chunk; until it has loaded, the same text is shown without
 * formatting. Most text is a single plain paragraph and doesn't need it.
 */
import { memo, Suspense } from 'react';
import { later } from './later';
import styles from './Markdown.module.css';
import { classes, isPlain, plainText } from './words';

const Body = later(async () => (await import('./MarkdownBody')).default);

/** Fetches the renderer ahead of the first screen that needs it. */
export const preloadMarkdown = Body.load;

/** Parses text ahead of the screen that shows it. */
export async function readMarkdown(text: string, inline = false): Promise<void> {
  if (isPlain(text)) return;
  // If the renderer can't be loaded, the screen that needs it says so.
  const body = await import('./MarkdownBody').catch(() => undefined);
  body?.read(text, inline);
}

export interface MarkdownProps {
  children: string;
  /** Renders without paragraphs, for a heading or a label. */
  inline?: boolean;
  className?: string;
}

/** Memoized by its text, because parsing Markdown is expensive. */
export const Markdown = memo(function Markdown({ children, inline = false, className }: MarkdownProps) {
  if (isPlain(children)) {
    const text = children.trimEnd();
    return inline ? text : <div className={classes(styles.markdown, className)}><p>{text}</p></div>;
  }
  const waiting = plainText(children);
  if (inline) {
    return (
      <Suspense fallback={waiting}>
        <Body inline>{children}</Body>
      </Suspense>
    );
  }
  return (
    <div className={classes(styles.markdown, className)}>
      <Suspense fallback={<div className={styles.waiting}>{waiting}</div>}>
        <Body>{children}</Body>
      </Suspense>
    </div>
  );
});
