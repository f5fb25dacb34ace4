// Measures the time from saving an edit until browsers have been notified and it's served: p50 and p95 over 100 edits,
// with the shipped content and with 10,000 more FAQ entries. Compares the memory after 1,000 reloads with that after
// 10.
//
// usage: node bench/reload.mjs ENGINE [RELOADS] [EDITS]

import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, root, start } from "./engine.mjs";

const [engine, reloads = "1000", edits = "100"] = process.argv.slice(2);

/** Starts an engine on its own copy of the content, and a browser that listens for its events. */
async function startOnCopy(prepare) {
  const base = mkdtempSync(join(tmpdir(), "callguide-bench-"));
  const folder = join(base, "content");
  cpSync(join(root, "content"), folder, { recursive: true });
  prepare?.(folder);
  const run = await start(engine, folder);
  const { url, resident } = run;
  const cookie = await run.signIn();
  const events = (await fetch(`${url}/api/events`, { headers: { cookie } })).body.pipeThrough(new TextDecoderStream()).getReader();
  /** Waits for the next event with a version, and returns the version. */
  const told = async () => {
    for (;;) {
      const { value, done } = await events.read();
      if (done) throw new Error("the stream of events ended");
      const found = /"version":"([0-9a-f]+)"/.exec(value);
      if (found) return found[1];
    }
  };
  await told();
  const site = join(folder, "site.yaml");
  const text = readFileSync(site, "utf8");
  /** Makes one edit, in place or by renaming; checks that it's served, and returns the milliseconds until the event. */
  const edit = async (number) => {
    const edited = text.replace(/^( *tagline: .*)$/m, `$1 (edit ${number})`);
    const began = performance.now();
    if (number % 2) {
      writeFileSync(site, edited);
    } else {
      writeFileSync(`${site}.tmp`, edited);
      renameSync(`${site}.tmp`, site);
    }
    const version = await told();
    const took = performance.now() - began;
    const answer = await fetch(`${url}/api/content`, { headers: { cookie } });
    if (answer.headers.get("x-content-version") !== version) throw new Error("told and not served");
    await answer.arrayBuffer();
    return took;
  };
  const stop = async () => {
    await run.stop();
    rmSync(base, { recursive: true, force: true });
  };
  return { edit, resident, stop };
}

/** Adds 10,000 generated entries. */
function manyEntries(folder) {
  for (let file = 0; file < 10; file++) {
    const entries = Array.from({ length: 1000 }, (_, index) => {
      const id = `generated-${file}-${index}`;
      return `  - id: ${id}\n    question: Where does a voter of district ${index} find office ${file * 1000 + index}?\n    answer: >-\n      The office of district ${index} is open on weekdays. Its staff help with forms number ${index * 7 + file},\n      and with questions about polling places, deadlines and lost cards.\n    tags: [district${index}, office]\n`;
    });
    writeFileSync(
      join(folder, "faq", `generated-${file}.yaml`),
      `category: Generated ${file}\norder: ${900 + file}\nentries:\n${entries.join("")}`,
    );
  }
}

async function measure(name, prepare) {
  const run = await startOnCopy(prepare);
  const times = [];
  for (let number = 1; number <= Number(edits); number++) times.push(await run.edit(number));
  console.log(`edit saved → served, ${name}, ${edits} edits: p50 ${at(times, 0.5).toFixed(0)} ms, p95 ${at(times, 0.95).toFixed(0)} ms`);
  await run.stop();
}

await measure("shipped content");
await measure("with 10,000 FAQ entries", manyEntries);

const run = await startOnCopy();
let after10;
for (let number = 1; number <= Number(reloads); number++) {
  await run.edit(number);
  if (number === 10) after10 = run.resident();
  if (number === 100) console.log(`resident after 100 reloads: ${run.resident().toFixed(1)} MB`);
}
console.log(`resident after 10 reloads: ${after10.toFixed(1)} MB, after ${reloads}: ${run.resident().toFixed(1)} MB`);
await run.stop();
