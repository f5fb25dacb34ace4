// Measures the app in a real browser: the time from the keypress that answers a question until the next question is on
// the screen, and the pages' Lighthouse scores with mobile settings.
//
// usage: CALLGUIDE_BROWSER=PATH node bench/web.mjs ENGINE

import { createRequire } from "node:module";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { at, root, start } from "./engine.mjs";

const { chromium } = createRequire(join(root, "web/"))("@playwright/test");
const [engine] = process.argv.slice(2);
const ROUNDS = 50;
/** The time within which pressing the same key again counts as the same press, in ms. */
const SAME_PRESS = 450;

const { url, signIn, stop } = await start(engine);
const cookie = await signIn();
const headers = { cookie };
const get = async (path) => (await fetch(url + path, { headers })).json();
const port = 19_000 + (process.pid % 1_000);
const args = [`--remote-debugging-port=${port}`, "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
if (process.getuid?.() === 0) args.push("--no-sandbox");
const browser = await chromium.launch({ executablePath: process.env.CALLGUIDE_BROWSER || undefined, args });

/** Finds the region with the longest path from the first question to a solution if the first answer is always given. */
async function walks() {
  const content = await get("/api/content");
  const isTree = ({ kind }) => kind === "tree";
  const flow = content.flows.find(({ steps }) => steps.some(isTree));
  const { path } = flow.steps.find(isTree);
  let best = { length: 0 };
  for (const { code } of content.states) {
    const tree = await get(`/api/tree/${code}`);
    let [node, length] = [tree.nodes[tree.start], 0];
    for (; node.kind === "question"; length++) node = tree.nodes[node.answers[0].next];
    if (length > best.length) best = { length, path: `${path}?origin=${flow.id}&state=${code}`, start: tree.start, answer: tree.nodes[tree.start].answers[0].id };
  }
  return best;
}

async function answering() {
  const { length, path, start: first, answer } = await walks();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const [name, value] = cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  const requests = [];
  // Measures from the key event's own time to the frame after the heading changed.
  await page.addInitScript(() => {
    window.took = [];
    addEventListener("keydown", ({ key, timeStamp }) => {
      if (key !== "1") return;
      const before = document.querySelector("h1");
      const text = before?.textContent;
      const observer = new MutationObserver(() => {
        const heading = document.querySelector("h1");
        if (heading === null || (heading === before && heading.textContent === text)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.took.push(performance.now() - timeStamp);
          port2.postMessage(undefined);
        });
      });
      observer.observe(document, { subtree: true, childList: true, characterData: true });
    }, true);
  });
  const took = [];
  for (let round = 0; round < ROUNDS; round++) {
    // One question is already answered, so a heading is on the screen and the app is warm, as during a call.
    await page.goto(`${url}${path}&answers=${first}.${answer}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    // The icon isn't counted, because the browser may request it at any time.
    const count = (request) => request.url().endsWith("/favicon.svg") || requests.push(request.url());
    page.on("request", count);
    for (let step = 1; step < length; step++) {
      const before = await page.evaluate(() => window.took.length);
      await page.keyboard.press("1");
      await page.waitForFunction((count) => window.took.length > count, before);
      await page.waitForTimeout(SAME_PRESS);
    }
    page.off("request", count);
    took.push(...(await page.evaluate(() => window.took)));
  }
  await context.close();
  console.log(`answer → next question on the screen, ${took.length} answers: p50 ${at(took, 0.5).toFixed(1)} ms, p95 ${at(took, 0.95).toFixed(1)} ms, requests made: ${requests.length}`);
  if (requests.length > 0) console.log([...new Set(requests)].join("\n"));
}

async function judged(path, extraHeaders) {
  const { lhr } = await lighthouse(url + path, {
    port,
    logLevel: "error",
    onlyCategories: ["performance", "accessibility", "best-practices"],
    extraHeaders,
  });
  if (lhr.runtimeError) {
    console.log(`Lighthouse, mobile, ${path}: ${lhr.runtimeError.message}`);
    return;
  }
  const scores = Object.values(lhr.categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`);
  console.log(`Lighthouse, mobile, ${path}: ${scores.join(", ")}`);
  for (const { auditRefs } of Object.values(lhr.categories)) {
    for (const { id, weight } of auditRefs) {
      const { score, title, displayValue = "" } = lhr.audits[id];
      if (weight > 0 && score !== null && score < 0.9) console.log(`    ${title} ${displayValue}`);
    }
  }
}

const { path } = await walks();
await answering();
await judged("/");
await judged("/home", { Cookie: cookie });
await judged("/helpline", { Cookie: cookie });
await judged(path, { Cookie: cookie });
await judged("/support", { Cookie: cookie });
await browser.close();
await stop();
