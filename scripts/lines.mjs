// Counts the engine's lines that are neither blank nor comments, by room, with test code counted separately.
//
// usage: node scripts/lines.mjs [REV]     REV is any git revision; without one, the files in the folder are counted.
//
// Word lists, schemas, and the starter are content that happens to be compiled in: they're listed separately, last.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const [rev] = process.argv.slice(2);
const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
const listed = rev === undefined ? git("ls-files", "--cached", "--others", "--exclude-standard") : git("ls-tree", "-r", "--name-only", rev);
const files = listed.split("\n");
const read = (file) => (rev === undefined ? readFileSync(join(root, file), "utf8") : git("show", `${rev}:${file}`));

/**
 * Counts the lines of code in a Rust file, those in test items separately. A test item ends at a brace with the item's
 * own indentation, which rustfmt ensures.
 */
function rust(text) {
  const counted = { code: 0, tests: 0 };
  let test; // The current test item's indentation, and whether its body has begun.
  let comment = false;
  for (const line of text.split("\n")) {
    const bare = line.trim();
    if (comment || bare.startsWith("/*")) {
      comment = !bare.endsWith("*/");
      continue;
    }
    if (bare === "" || bare.startsWith("//")) continue;
    const indent = line.slice(0, line.length - line.trimStart().length);
    if (test === undefined && /^#\[cfg\((all\()?test\b/.test(bare)) test = { indent, begun: false };
    counted[test === undefined ? "code" : "tests"] += 1;
    if (test === undefined || bare.startsWith("#[")) continue;
    const ends = test.begun ? line.startsWith(`${test.indent}}`) : /[;}]$/.test(bare);
    if (ends) test = undefined;
    else test.begun = true;
  }
  return counted;
}

const plain = (text) => text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/?\*|#)/.test(line)).length;
const rooms = new Map();
const apart = new Map();
const add = (to, name, counted) => {
  const row = to.get(name) ?? { code: 0, tests: 0, files: 0 };
  to.set(name, { code: row.code + counted.code, tests: row.tests + counted.tests, files: row.files + 1 });
};
for (const file of files) {
  const parts = file.replace(/^engine\/crates\/[^/]+\//, "engine/").split("/");
  if (/^schemas\/.*\.json$|^engine\/starter\/|\/src\/text\/english\/.*\.txt$/.test(file)) {
    add(apart, parts[0] === "schemas" ? "schemas" : parts[1] === "starter" ? "starter" : "words", { code: plain(read(file)), tests: 0 });
    continue;
  }
  if (!/^engine\/.*\.(rs|css|js|sql)$/.test(file) || parts[1] === "tests") continue;
  const room = parts[1] === "src" ? parts[2].replace(/\.rs$/, "") : parts[1].replace(/\.rs$/, "");
  const text = read(file);
  const { code, tests } = file.endsWith(".rs") ? rust(text) : { code: plain(text), tests: 0 };
  const onlyTests = parts[1] === "benches" || /\/tests(\.rs|\/)/.test(file);
  add(rooms, room, onlyTests ? { code: 0, tests: code + tests } : { code, tests });
}
const tests = files.filter((file) => /^engine\/tests\/.*\.rs$/.test(file));
for (const file of tests) {
  const { code, tests: more } = rust(read(file));
  add(apart, "engine/tests", { code: 0, tests: code + more });
}

const print = (name, { code, tests: of, files: many }) => console.log(`${name.padEnd(16)}${String(code).padStart(8)}${String(of).padStart(8)}${String(many).padStart(8)}`);
const sum = (of) => [...of].reduce((all, row) => ({ code: all.code + row.code, tests: all.tests + row.tests, files: all.files + row.files }), { code: 0, tests: 0, files: 0 });
console.log(`${"".padEnd(16)}${"code".padStart(8)}${"tests".padStart(8)}${"files".padStart(8)}`);
for (const [name, row] of [...rooms].sort(([, a], [, b]) => b.code - a.code)) print(name, row);
print("all", sum(rooms.values()));
console.log("\napart");
for (const [name, row] of apart) print(name, row);
