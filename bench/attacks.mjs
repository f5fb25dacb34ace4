// Measures how attacks affect a volunteer who requests trees, FAQ searches, and the content, over and over: first
// without attacks, and then during each one. Everything runs on loopback and is bounded in time and number. Attacks run
// in their own thread, so that their work isn't measured.
//
// usage: node bench/attacks.mjs ENGINE OUT [SECONDS] [--through nginx|caddy] [--core-full] [--only WORDS]
//
// With --through, all requests go through the proxy as it ships, except sign-ins: the development sign-in doesn't
// accept anyone from another machine. With --core-full, another thread keeps one core busy throughout. With --only,
// only the attacks with WORDS in their names are run.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { at, root, signInAt, start } from "./engine.mjs";
import { startProxy } from "./proxy.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { through: { type: "string" }, "core-full": { type: "boolean" }, only: { type: "string", default: "" } },
});
const [engine, out, seconds = "8"] = positionals;
/** How long each attack lasts, in ms. */
const time = Number(seconds) * 1000;
/** The longest wait for a response before a request counts as failed, in ms. */
const patience = 20_000;

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** The person that attackers are signed in as; not the volunteer. */
const attacker = "admin@example.org";

/** The engine's address, and what the attackers know about it. */
const known = isMainThread ? await begin() : workerData;
const { hostname, port } = new URL(known.url);

async function begin() {
  const content = mkdtempSync(join(tmpdir(), "callguide-attacked-"));
  cpSync(join(root, "content"), content, { recursive: true });
  if (options["core-full"]) new Worker("for (;;);", { eval: true }).unref();
  const trusted = options.through ? ["--trusted-proxies", "127.0.0.1"] : [];
  const { url: direct, signIn, resident, stop } = await start(engine, content, ["--search-rate", "1000000", ...trusted]);
  const proxy = options.through && (await startProxy(options.through, direct));
  const url = proxy?.url ?? direct;
  const page = await (await fetch(url)).text();
  const script = /\/assets\/[^"]+\.js/.exec(page)?.[0] ?? "/api/openapi.json";
  const cookie = await signIn();
  // An edit is being served, so that requests for changes have something to report.
  const served = async () => (await (await fetch(`${url}/api/content`, { headers: { cookie } })).json()).version;
  const version = await served();
  const site = join(content, "site.yaml");
  writeFileSync(site, readFileSync(site, "utf8").replace("tagline: ", "tagline: another "));
  while ((await served()) === version) await pause(100);
  const end = async () => {
    await proxy?.stop();
    await stop();
    rmSync(content, { recursive: true });
  };
  return { url, direct, script, version, resident, stop: end, cookie, stranger: await signInAt(direct, attacker) };
}

/** Opens a connection and sends `first`, if given. */
function socket(first) {
  const own = connect(Number(port), hostname);
  own.on("error", () => own.destroy());
  if (first) own.write(first);
  return own;
}
const head = (line, more = "") => `${line} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${more}\r\n`;
const random = () => Array.from({ length: 43 }, () => Math.random().toString(36)[2] ?? "a").join("");

/** Sends what `next` returns on `number` connections, over and over, one after each response; counts the requests. */
function flood(number, next) {
  const sockets = new Set();
  let sent = 0;
  let over = false;
  const again = () => {
    if (over) return;
    const own = connect(Number(port), hostname);
    sockets.add(own);
    const send = () => {
      sent += 1;
      own.write(next());
    };
    own.on("connect", send);
    own.on("data", send);
    own.on("error", () => own.destroy());
    own.on("close", () => {
      sockets.delete(own);
      setTimeout(again, 5);
    });
  };
  for (let n = 0; n < number; n++) again();
  return {
    sent: () => sent,
    end: () => {
      over = true;
      for (const own of sockets) own.destroy();
    },
  };
}

/** Keeps `number` sockets open, and opens a new one for each that closes; counts all that were opened. */
function crowd(number, make) {
  const sockets = new Set();
  let opened = 0;
  let over = false;
  const again = (n) => {
    if (over) return;
    opened += 1;
    const own = make(n);
    sockets.add(own);
    own.on("close", () => {
      sockets.delete(own);
      setTimeout(() => again(n), 20);
    });
  };
  for (let n = 0; n < number; n++) again(n);
  return {
    sent: () => opened,
    end: () => {
      over = true;
      for (const own of sockets) own.destroy();
    },
  };
}

/** The longest search that's answered, the longest that's read before it's refused, and one of 100,000 characters. */
const queries = [500, 16_000, 100_000].map((length) => "expired license ".repeat(length / 16 + 1).slice(0, length));
const search = (q) => JSON.stringify({ q });

const attacks = {
  "300 slow readers": () =>
    crowd(300, () => {
      const own = socket(head(`GET ${known.script}`).repeat(40));
      own.pause();
      return own;
    }),
  "1,000 idle and half-open connections": () =>
    crowd(1000, (n) => {
      const own = socket(n % 2 ? `GET /api/site HTTP/1.1\r\nhost: loc` : undefined);
      own.resume();
      return own;
    }),
  "sign-outs with made-up tokens": () =>
    flood(32, () => head("POST /auth/logout", `cookie: callguide_session=${random()}\r\ncontent-length: 0\r\n`)),
  "one session opens 2,000 streams of events": () =>
    crowd(2000, () => {
      const own = socket(head("GET /api/events", `cookie: ${known.stranger}\r\n`));
      own.resume();
      return own;
    }),
  "one person signs in over and over and opens 2,000 streams": () => {
    const cookies = [known.stranger];
    let over = false;
    const signIn = async () => {
      while (!over) cookies.push((await signInAt(known.direct, attacker).catch(() => undefined)) ?? known.stranger);
    };
    for (let n = 0; n < 4; n++) void signIn();
    const streams = crowd(2000, (n) => {
      const own = socket(head("GET /api/events", `cookie: ${cookies[n % cookies.length]}\r\n`));
      own.resume();
      return own;
    });
    return { sent: () => streams.sent() + cookies.length, end: () => ((over = true), streams.end()) };
  },
  "one person asks what changed, over and over": () =>
    flood(8, () => head(`GET /api/changes?from=${known.version}`, `cookie: ${known.stranger}\r\n`)),
  "searches of up to 100,000 characters, signed in": () =>
    flood(8, () => {
      const body = search(queries[Math.floor(Math.random() * queries.length)]);
      const headers = `cookie: ${known.stranger}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n`;
      return head("POST /api/faq/search", headers) + body;
    }),
  "sign-ins that are begun": () => flood(32, () => head("GET /auth/start?mode=popup")),
};

/** Sends a request as the volunteer's browser does, a POST if it has a body; returns the ms until its last byte. */
function ask({ path, body }, agent) {
  return new Promise((done, fail) => {
    const began = performance.now();
    const headers = { cookie: known.cookie, "accept-encoding": "br", ...(body && { "content-type": "application/json" }) };
    const sent = request({ hostname, port, path, agent, method: body ? "POST" : "GET", headers }, (answer) => {
      answer.on("error", fail);
      answer.on("end", () => (answer.statusCode === 200 ? done(performance.now() - began) : fail(new Error(`${path}: ${answer.statusCode}`))));
      answer.resume();
    });
    sent.setTimeout(patience, () => sent.destroy(new Error(`${path}: no answer`)));
    sent.on("error", fail);
    sent.end(body);
  });
}

/** Opens an event stream, as a page does; returns its request once the engine has responded. */
function listen() {
  return new Promise((done, fail) => {
    const sent = request({ hostname, port, path: "/api/events", agent: new Agent(), headers: { cookie: known.cookie } }, (answer) => {
      answer.on("error", () => {});
      answer.resume();
      if (answer.statusCode === 200) done(sent);
      else fail(new Error(`/api/events: ${answer.statusCode}`));
    });
    sent.on("error", fail);
    sent.end();
  });
}

/**
 * Sends `requests` in turn until `over` returns true, reusing connections as a browser does, except for every fourth
 * request.
 */
async function volunteer(requests, over) {
  const kept = new Agent({ keepAlive: true, maxSockets: 2 });
  const took = [];
  let failed = 0;
  const stream = await listen().catch(() => void (failed += 1));
  for (let n = 0; !over(); n++) {
    await ask(requests[n % requests.length], n % 4 === 3 ? new Agent() : kept).then(
      (ms) => took.push(ms),
      () => (failed += 1),
    );
    await pause(10);
  }
  kept.destroy();
  stream?.destroy();
  return { took, failed };
}

/** Measures each attack in turn. */
async function measure() {
  const { url, direct, script, version, stranger, cookie } = known;
  const shared = { url, direct, script, version, stranger };
  const content = await (await fetch(`${url}/api/content`, { headers: { cookie } })).json();
  const keystroke = (n) => ({ path: "/api/faq/search", body: search("expired license".slice(0, n + 3)) });
  const requests = [{ path: "/api/content" }, ...content.states.slice(0, 8).flatMap(({ code }, n) => [{ path: `/api/tree/${code}` }, keystroke(n)])];
  const results = {};
  const row = (name, { took, failed }, sent) => {
    const [p50, p99] = [at(took, 0.5) ?? Number.NaN, at(took, 0.99) ?? Number.NaN];
    results[name] = { p50, p99, answered: took.length, failed, sent };
    const beside = sent === undefined ? "" : `, ${sent} sent or opened`;
    console.log(`${name.padEnd(46)} p50 ${p50.toFixed(1).padStart(7)} ms  p99 ${p99.toFixed(1).padStart(8)} ms  ${took.length} answered, ${failed} not${beside}, ${known.resident().toFixed(0)} MB`);
  };

  const until = (end) => () => performance.now() > end;
  await volunteer(requests, until(performance.now() + 500));
  row("nobody else", await volunteer(requests, until(performance.now() + time)));
  for (const name of Object.keys(attacks).filter((name) => name.includes(options.only))) {
    const attack = new Worker(new URL(import.meta.url), { workerData: { ...shared, name } });
    // The attack is in progress before the volunteer starts.
    await pause(Math.min(1000, time / 4));
    const seen = await volunteer(requests, until(performance.now() + time));
    attack.postMessage("end");
    const sent = await new Promise((done) => attack.once("message", done));
    await attack.terminate();
    row(name, seen, sent);
    await pause(500);
  }
  row("nobody else any more", await volunteer(requests, until(performance.now() + time / 2)));
  const name = ["attacks", options.through, options["core-full"] && "core-full"].filter(Boolean).join("-");
  if (out) writeFileSync(join(out, `${name}.json`), JSON.stringify(results, null, 2));
  await known.stop();
}

if (isMainThread) {
  await measure();
} else {
  const attack = attacks[workerData.name]();
  parentPort.once("message", () => {
    attack.end();
    parentPort.postMessage(attack.sent());
  });
}
