// Compares the FAQ search with MiniSearch, using the same entries and keystrokes, one after the other on the same
// machine. Prints the times of both and their ratio.
//
// usage: cargo bench --bench search -- --export DIR; node --max-old-space-size=8192 bench/minisearch.mjs DIR

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";

/** The time limit for one size, in milliseconds; if all keystrokes would take longer, only every n-th is measured. */
const BUDGET = 60_000;

/** The number of entries in a response, as in the engine. */
const SHOWN = 20;

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node bench/minisearch.mjs DIR   (the DIR of cargo bench --bench search -- --export DIR)");
  process.exit(2);
}

const sizes = readdirSync(folder)
  .map((name) => /^engine-(\d+)\.json$/.exec(name)?.[1])
  .filter(Boolean)
  .map(Number)
  .sort((a, b) => a - b);

const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const at = (sorted, share) => sorted[Math.floor((sorted.length - 1) * share)];
const sort = (times) => Float64Array.from(times).sort();

console.log("times in milliseconds; ratio: how many times longer MiniSearch takes");
console.log(
  ["entries", "keystrokes", "engine p50", "p95", "MiniSearch p50", "p95", "ratio p50", "p95", "build", "ratio"]
    .map((title, n) => title.padStart([8, 11, 11, 9, 15, 10, 10, 8, 9, 8][n]))
    .join(""),
);

for (const size of sizes) {
  const engine = read(`engine-${size}.json`);
  const entries = read(`entries-${size}.json`).map((entry) => ({ ...entry, tags: entry.tags.join(" ") }));

  const started = performance.now();
  const mini = new MiniSearch({
    fields: ["question", "tags", "answer"],
    // As in the engine, the last word may be unfinished, longer words may contain typos, and the question counts more
    // than the tags, which count more than the answer.
    searchOptions: {
      boost: { question: 2, tags: 1.8 },
      prefix: (_, n, terms) => n === terms.length - 1,
      fuzzy: (term) => (term.length >= 8 ? 2 : term.length >= 4 ? 1 : false),
    },
  });
  mini.addAll(entries);
  const build = performance.now() - started;

  const search = (text) => {
    const start = performance.now();
    mini.search(text).slice(0, SHOWN);
    return performance.now() - start;
  };
  const probes = engine.keystrokes.filter((_, n) => n % 97 === 48);
  const probe = probes.reduce((sum, text) => sum + search(text), 0) / probes.length;
  const step = Math.max(1, Math.ceil((probe * engine.keystrokes.length) / BUDGET));
  const rounds = Math.max(1, Math.min(5, Math.floor(BUDGET / (probe * engine.keystrokes.length))));

  const chosen = engine.keystrokes.map((_, n) => n).filter((n) => n % step === 0);
  const theirs = chosen.map((n) => {
    const times = Array.from({ length: rounds }, () => search(engine.keystrokes[n]));
    return at(sort(times), 0.5);
  });
  const ours = chosen.map((n) => engine.ms[n]);
  const [o, t] = [sort(ours), sort(theirs)];
  const row = [
    size,
    chosen.length,
    at(o, 0.5).toFixed(3),
    at(o, 0.95).toFixed(3),
    at(t, 0.5).toFixed(3),
    at(t, 0.95).toFixed(3),
    `${(at(t, 0.5) / at(o, 0.5)).toFixed(1)}x`,
    `${(at(t, 0.95) / at(o, 0.95)).toFixed(1)}x`,
    build.toFixed(0),
    `${(build / engine.build_ms).toFixed(1)}x`,
  ];
  console.log(row.map((cell, n) => String(cell).padStart([8, 11, 11, 9, 15, 10, 10, 8, 9, 8][n])).join(""));
}
