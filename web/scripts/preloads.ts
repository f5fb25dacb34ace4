/**
 * Writes `preloads.json` next to the app. For each screen it lists the files needed besides the entry, as `Link` header
 * values. The engine sends them with the page so that they start downloading before any app code runs.
 *
 *   { "screens": { PATH: [LINK, …] }, "step": [LINK, …], "signed_out": [LINK, …] }
 *
 * `step` covers every path that isn't one of the app's own pages, because content defines the URLs of flow steps.
 */
import type { Plugin, Rolldown } from 'vite';
import { pages } from '../src/paths.ts';

/** The entry module of each screen. `home` is part of the main entry. */
const screens: Record<Exclude<keyof typeof pages, 'home'>, string> = {
  support: 'src/features/support/Support.tsx',
  finish: 'src/features/finish/Finish.tsx',
  admin: 'src/features/admin/Admin.tsx',
  review: 'src/features/review/Review.tsx',
};
const login = 'src/features/sign-in/Login.tsx';

/**
 * Nearly every screen has texts that need the Markdown renderer, so it's fetched along with the screen rather than after
 * it.
 */
const renderer = 'src/ui/MarkdownBody.tsx';

export function preloads(): Plugin {
  return {
    name: 'preloads',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const of = (source: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`));
        if (chunk === undefined) this.error(`no chunk for ${source}`);
        return chunk;
      };
      /** Returns the chunk and everything it imports statically. */
      const closure = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()) => {
        seen.add(chunk);
        for (const name of chunk.imports) {
          const next = named.get(name);
          if (next !== undefined && !seen.has(next)) closure(next, seen);
        }
        return seen;
      };
      // The page already references these.
      const entry = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => [...closure(chunk)]));
      const links = (...sources: readonly string[]) => {
        const needed = new Set(sources.flatMap((source) => [...closure(of(source))]));
        const more = [...needed].filter((chunk) => !entry.has(chunk));
        const styles = more.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        return [
          ...more.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
          ...[...new Set(styles)].map((fileName) => `</${fileName}>; rel=preload; as=style; crossorigin`),
        ];
      };
      const own = Object.entries({ home: undefined, ...screens }).map(([name, code]) => [pages[name as keyof typeof pages], code === undefined ? [] : links(code, renderer)]);
      const source = JSON.stringify({ screens: Object.fromEntries(own), step: links('src/routes/step.tsx', renderer), signed_out: links(login) });
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source });
    },
  };
}
