// Simulates an election week: 1,000 people, each signed in with a provider and with her own event stream. Measures
// requests per second and response times while all of them listen, the engine's memory and CPU, and, after an edit, the
// time and the bytes until every page has the new version.
//
// usage: node bench/volunteers.mjs ENGINE [VOLUNTEERS] [SECONDS]

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at, cpu, root, start } from "./engine.mjs";
import { signInPerson, startPeople } from "./people.mjs";

const [engine, volunteers = "1000", seconds = "20"] = process.argv.slice(2);
const number = Number(volunteers);

const base = mkdtempSync(join(tmpdir(), "callguide-bench-"));
const folder = join(base, "content");
cpSync(join(root, "content"), folder, { recursive: true });
const people = await startPeople(number);
const run = await start(engine, folder, ["--sign-in-rate", "1000000", "--search-rate", "1000000", ...people.options]);
const { hostname, port } = new URL(run.url);

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
/** Sends a request as a browser does; returns the status, headers, bytes of the body, and ms until the response's end. */
const ask = (path, cookie, { method = "GET", body, headers = {} } = {}) =>
  new Promise((done, fail) => {
    const began = performance.now();
    const all = { cookie, "accept-encoding": "br", ...headers };
    const request = http.request({ agent, hostname, port, path, method, headers: all }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk) => (bytes += chunk.length));
      answer.on("end", () => done({ status: answer.statusCode, headers: answer.headers, bytes, took: performance.now() - began }));
      answer.on("error", fail);
    });
    request.on("error", fail);
    request.end(body);
  });

/** Calls `what` for every volunteer, `wide` at a time. */
const each = async (wide, what) => {
  let next = 0;
  const work = async () => {
    while (next < number) await what(next++);
  };
  await Promise.all(Array.from({ length: wide }, work));
};

const cookies = [];
await each(16, async (index) => (cookies[index] = await signInPerson(run.url, index)));

// The last version that each stream was sent, and the callback for the next one.
const told = [];
const streams = [];
let heard = () => {};
await each(32, (index) =>
  new Promise((opened, fail) => {
    const request = http.request({ agent: false, hostname, port, path: "/api/events", headers: { cookie: cookies[index] } }, (answer) => {
      if (answer.statusCode !== 200) return fail(new Error(`stream ${index}: ${answer.statusCode}`));
      answer.setEncoding("utf8");
      answer.on("data", (text) => {
        const found = /"version":"([^"]+)"/.exec(text)?.[1];
        if (found === undefined) return;
        told[index] = found;
        heard(index);
        opened();
      });
    });
    request.on("error", fail);
    request.end();
    streams.push(request);
  }),
);
console.log(`${number} volunteers are signed in and listen: ${run.resident().toFixed(1)} MB resident`);

const content = JSON.parse(await (await fetch(`${run.url}/api/content`, { headers: { cookie: cookies[0] } })).text());
const codes = content.states.map(({ code }) => code);
const tag = (await ask("/api/content", cookies[0])).headers.etag;
const search = { method: "POST", body: JSON.stringify({ q: "abs balot" }), headers: { "content-type": "application/json" } };
const times = [];
const failed = {};
const before = cpu(run.child.pid);
const end = performance.now() + Number(seconds) * 1000;
const began = performance.now();
await Promise.all(
  Array.from({ length: 32 }, async (_, lane) => {
    for (let turn = lane; performance.now() < end; turn += 32) {
      const cookie = cookies[turn % number];
      const kinds = [
        () => ask(`/api/tree/${codes[turn % codes.length]}`, cookie),
        () => ask("/api/content", cookie, { headers: { "if-none-match": tag } }),
        () => ask("/api/session", cookie),
        () => ask("/api/faq/search", cookie, search),
      ];
      const { status, took } = await kinds[turn % kinds.length]();
      times.push(took);
      if (status !== 200 && status !== 304) failed[status] = (failed[status] ?? 0) + 1;
    }
  }),
);
const took = (performance.now() - began) / 1000;
console.log(
  `trees, content, sessions and searches beside ${number} streams, 32 at a time: ${(times.length / took).toFixed(0)}/s, ` +
    `p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms; failed: ${JSON.stringify(failed)}; ` +
    `CPU of the engine ${(((cpu(run.child.pid) - before) / took) * 100).toFixed(0)} % of one core; ${run.resident().toFixed(1)} MB resident`,
);

// After an edit, every page fetches what it shows: the content and its state's tree.
const site = join(folder, "site.yaml");
const edited = readFileSync(site, "utf8").replace(/^( *tagline: .*)$/m, "$1 (edited)");
const old = told[0];
let bytes = 0;
let last;
const pages = [];
heard = (index) => {
  if (told[index] === old) return;
  pages.push(
    (async () => {
      for (const path of ["/api/content", `/api/tree/${codes[index % codes.length]}`]) {
        const answer = await ask(path, cookies[index]);
        bytes += answer.bytes;
      }
      last = performance.now();
      if (pages.length === number) all();
    })(),
  );
};
let all;
const everyone = new Promise((done) => (all = done));
const saved = performance.now();
writeFileSync(site, edited);
await everyone;
await Promise.all(pages);
console.log(`an edit until ${number} pages have its content and a tree, asked at once: ${((last - saved) / 1000).toFixed(2)} s, ${(bytes / 1024).toFixed(0)} KB`);

for (const stream of streams) stream.destroy();
agent.destroy();
await run.stop();
await people.stop();
rmSync(base, { recursive: true, force: true });
process.exit(0);
