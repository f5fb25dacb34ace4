// Checks how much JavaScript a browser loads for each route, in brotli bytes. A route needs the entry, its own chunks, and
// everything these import. Fails if a limit is exceeded.
import { readFile } from 'node:fs/promises';

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(await readFile(new URL('.vite/manifest.json', dist), 'utf8'));

/** The limits from `design.md`, in bytes. */
const bounds = { home: 130_000, contact: 180_000 };

const sources = Object.keys(manifest);
const named = (pattern) => {
  const found = sources.filter((source) => pattern.test(source));
  if (found.length === 0) throw new Error(`no chunk matches ${pattern}`);
  return found;
};
const entry = sources.filter((source) => manifest[source].isEntry);

/** Returns the chunk and everything it imports statically. */
function closure(source, seen = new Set()) {
  if (seen.has(source)) return seen;
  seen.add(source);
  for (const next of manifest[source].imports ?? []) closure(next, seen);
  return seen;
}

async function weight(roots) {
  const chunks = new Set(roots.flatMap((root) => [...closure(root)]));
  let total = 0;
  for (const chunk of chunks) {
    const { file } = manifest[chunk];
    if (!file.endsWith('.js')) continue;
    const bytes = await readFile(new URL(`${file}.br`, dist)).catch(() => readFile(new URL(file, dist)));
    total += bytes.length;
  }
  return total;
}

const steps = named(/^src\/(routes\/step|features\/(agreement|guide|faq|decision-tree)\/|ui\/MarkdownBody)/);
const routes = {
  home: entry,
  login: [...entry, ...named(/^src\/features\/sign-in\/Login/)],
  contact: [...entry, ...steps, ...named(/^src\/features\/finish\/Finish/)],
  support: [...entry, ...named(/^src\/(features\/support\/Support|ui\/MarkdownBody)/)],
  admin: [...entry, ...named(/^src\/features\/admin\/Admin/)],
  review: [...entry, ...named(/^src\/(routes\/review|ui\/MarkdownBody)/)],
};

let passed = true;
for (const [route, roots] of Object.entries(routes)) {
  const bytes = await weight(roots);
  const bound = bounds[route] ?? bounds.contact;
  const verdict = bytes <= bound ? 'ok' : 'TOO HEAVY';
  passed &&= bytes <= bound;
  console.log(`${route.padEnd(8)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${bound / 1000} kB brotli  ${verdict}`);
}
process.exitCode = passed ? 0 : 1;
