import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderToStaticMarkup as html } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import MarkdownBody from '../src/ui/MarkdownBody';
import { Markdown } from '../src/ui/Markdown';
import { isPlain } from '../src/ui/words';

const content = resolve(import.meta.dirname, '../../content');

/** Every line of the content, and the part after its key, to cover every form that a text can take. */
const lines = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.yaml'))
  .flatMap((name) => readFileSync(join(content, name), 'utf8').split('\n'))
  .flatMap((line) => [line.trim(), line.replace(/^[\s-]*\w+:\s*/, '').replace(/^["']|["']$/g, '')]);

const odd = ['a', '1', '1.', '1. One', '1) One', '1234567890. Not a list', '- item', '+ item', '* item', '# Heading', '#no heading', '> quote', '~~~', '===', '---', 'a\nb', 'a\n\nb', 'a  b', ' a ', '&amp;', 'a_b_c', 'www.example.org', 'https://example.org', '<b>', 'Setext\n===', '| a | b |', '!', '![x](y)', 'Call 866-687-8683.', '“Yes”', 'a: b', '\tcode', '    code'];

describe('a text that is one plain paragraph', () => {
  it('is rendered exactly as the renderer would', () => {
    const plain = [...new Set([...lines, ...odd])].filter(isPlain);
    expect(plain.length).toBeGreaterThan(500);
    const wrong = plain.filter((text) => {
      return html(<Markdown inline>{text}</Markdown>) !== html(<MarkdownBody inline>{text}</MarkdownBody>);
    });
    expect(wrong).toEqual([]);
  });

  it.each(['**bold**', '[label](https://example.org)', '- item', '1. item', '# Heading', 'a\n\nb', '', 'Tom & Jerry'])('doesn’t include %j', (text) => {
    expect(isPlain(text)).toBe(false);
  });
});
