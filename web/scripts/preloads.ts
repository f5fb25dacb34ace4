/**
 * Writes `preloads.json` beside the app: for each screen the files that it needs besides the entry, as the values of the
 * `Link` header. The engine sends them with the page, so that they are on their way before any code of the app runs.
 *
 *   { "screens": { PATH: [LINK, …] }, "step": [LINK, …], "signed_out": [LINK, …] }
 *
 * `step` is for every path that is none of the app's own pages: content gives the steps of the flows their addresses.
 */
import type { Plugin, Rolldown } from 'vite';
import { pages } from '../src/paths.ts';

/** Where the code of each screen begins. `home` comes with the entry. */
const screens: Record<Exclude<keyof typeof pages, 'home'>, string> = {
  support: 'src/features/support/Support.tsx',
  finish: 'src/features/finish/Finish.tsx',
  admin: 'src/features/admin/Admin.tsx',
  review: 'src/features/review/Review.tsx',
};
const login = 'src/features/sign-in/Login.tsx';

/** Screens whose texts are known to need the Markdown renderer: nearly all. Fetched with the screen, not after it. */
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
      /** The chunk and all that it imports before it runs. */
      const closure = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()) => {
        seen.add(chunk);
        for (const name of chunk.imports) {
          const next = named.get(name);
          if (next !== undefined && !seen.has(next)) closure(next, seen);
        }
        return seen;
      };
      // The page itself names these.
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
