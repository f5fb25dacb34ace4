/** Facts about the source code itself: which files may import which, and what must never appear in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '../src');
const content = resolve(import.meta.dirname, '../../content');

const list = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => name.replaceAll('\\', '/'));

const files = list(source, /\.(tsx?|css)$/)
  .filter((name) => !/\.test\.tsx?$|^test\/|schema\.d\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

/** Returns the app files that a file imports, relative to `src`. */
function imports({ name, text }: { name: string; text: string }): string[] {
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g), ...text.matchAll(/@import\s+'(\.[^']*)'/g)];
  return found.map((hit) => normalize(join(dirname(name), hit[1] ?? '')));
}

/** Returns the layer that a file belongs to; each feature is its own layer. */
function layer(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'features' ? `features/${second}` : top.replace(/\.(tsx?|css)$/, '');
}

/** What each layer may import besides itself. */
const allowed: Record<string, RegExp> = {
  store: /^$/,
  paths: /^$/,
  styles: /^$/,
  ui: /^(styles|store)$/,
  api: /^store$/,
  contact: /^(ui|api|paths|store|styles)$/,
  features: /^(ui|api|paths|contact|store|styles)$/,
  routes: /^(ui|api|paths|contact|styles|features\/.*|app|routes)$/,
  app: /^(ui|api|paths|contact|store|styles|routes)$/,
  main: /^(ui|api|app|styles|paths|routes|contact\/oldAddress)$/,
};

describe('dependencies run one way', () => {
  it('finds the sources', () => expect(files.length).toBeGreaterThan(50));

  it.each(files.map((file) => [file.name, file] as const))('%s', (name, file) => {
    const own = layer(name);
    const rule = allowed[own.startsWith('features/') ? 'features' : own];
    expect(rule, `no rule for layer ${own}`).toBeDefined();
    const wrong = imports(file).filter((path) => {
      const other = layer(path);
      return other !== own && !rule?.test(other) && !rule?.test(path);
    });
    expect(wrong).toEqual([]);
  });

  it('keeps the router and the API out of `ui`', () => {
    const outside = files.filter(({ name, text }) => name.startsWith('ui/') && /from '(react-router-dom|@tanstack\/|openapi-fetch)/.test(text));
    expect(outside.map(({ name }) => name)).toEqual([]);
  });

  it('lets only one file listen to the browser’s Back and Forward, so that the order of handlers is defined there', () => {
    const listening = files.filter(({ text }) => /'popstate'/.test(text));
    expect(listening.map(({ name }) => name)).toEqual(['ui/history.ts']);
  });

  it('imports packages by name, not by a path into node_modules', () => {
    const leaks = files.filter(({ text }) => /node_modules/.test(text));
    expect(leaks.map(({ name }) => name)).toEqual([]);
  });
});

describe('the themes', () => {
  // This is why the end-to-end tests check the dark theme only for its colors.
  it('differ only in tokens', () => {
    const themed = files.filter(({ name, text }) => name.endsWith('.css') && /prefers-color-scheme|data-theme|light-dark\(/.test(text));
    expect(themed.map(({ name }) => name)).toEqual(['styles/tokens.css']);
  });
});

describe('colors', () => {
  it('are defined only in the tokens', () => {
    const coloured = files.filter(
      ({ name, text }) => name !== 'styles/tokens.css' && /#[0-9a-f]{3,8}\b(?![^\n]*\*\/)|\b(rgb|hsl|oklch)a?\(/i.test(name.endsWith('.css') ? text : text.replace(/href=\{?`?#.*/g, '')),
    );
    expect(coloured.map(({ name }) => name)).toEqual([]);
  });
});

/** Returns the words that belong only to this one program, read from its content. */
function programWords(): string[] {
  const yaml = (name: string) => readFileSync(join(content, name), 'utf8');
  const values = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((hit) => (hit[1] ?? '').trim().replace(/^["']|["']$/g, ''));
  const tree = yaml('decision-tree.yaml');
  return [
    ...values(yaml('states.yaml'), /\bname:\s*([A-Z][^\n,}]*)/g),
    ...values(yaml('site.yaml'), /^\s+(?:name|short_name):\s*([^\n#]+)/gm).filter((word) => /\s/.test(word)),
    ...list(content, /^faq\/.*\.yaml$/).flatMap((name) => values(yaml(name), /^category:\s*(.+)$/gm)),
    ...values(yaml('links.yaml'), /https?:\/\/([^/"\s]+)/g),
    // Single-letter ids occur in every program.
    ...values(tree, /^ {2}([A-Z][A-Za-z0-9_]+):/gm),
    ...values(yaml('states.yaml'), /lead_code:\s*"?(\w+)/g),
  ].filter((word) => word.length > 1);
}

describe('this program’s own words', () => {
  const words = [...new Set(programWords())];
  it('are numerous enough to check', () => expect(words.length).toBeGreaterThan(70));

  it('appear nowhere in the sources', () => {
    const pattern = new RegExp(`(?<![\\w-])(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\w-])`);
    const found = files.flatMap(({ name, text }) => {
      const hit = pattern.exec(text);
      return hit === null ? [] : [`${relative(source, join(source, name))}: ${hit[0]}`];
    });
    expect(found).toEqual([]);
  });
});
