import { createRequire } from "node:module";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { root, start } from "./engine.mjs";
const { chromium } = createRequire(join(root, "web/"))("@playwright/test");
const [engine, only, detail] = process.argv.slice(2);
const { url, signIn, stop } = await start(engine);
const cookie = await signIn();
const port = 19_000 + (process.pid % 1_000);
const args = [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
for (const path of only ? only.split(",") : ["/", "/home", "/helpline", "/dtree?origin=helpline&state=TX", "/support"]) {
  const { lhr } = await lighthouse(url + path, { port, logLevel: "error", onlyCategories: ["performance"], extraHeaders: path === "/" ? undefined : { Cookie: cookie } });
  const a = lhr.audits; const n = (id) => Math.round(a[id].numericValue ?? -1);
  console.log(path, "perf", Math.round(lhr.categories.performance.score*100), "FCP", n("first-contentful-paint"), "SI", n("speed-index"), "LCP", n("largest-contentful-paint"), "TBT", n("total-blocking-time"), "CLS", a["cumulative-layout-shift"].numericValue?.toFixed(3), "bench", lhr.environment.benchmarkIndex);
  if (detail) {
    for (const i of a["network-requests"].details.items) console.log("   ", i.url.replace(url,"").slice(0,60).padEnd(60), Math.round(i.networkRequestTime), Math.round(i.networkEndTime), i.transferSize, i.priority);
    for (const i of a["long-tasks"].details.items) console.log("    long", Math.round(i.startTime), Math.round(i.duration), i.url.replace(url,""));
    for (const i of a["bootup-time"].details.items) console.log("    boot", i.url.replace(url,"").slice(0,50), Math.round(i.total), Math.round(i.scripting), Math.round(i.scriptParseCompile));
    console.log(JSON.stringify(a["lcp-breakdown-insight"]?.details ?? a["largest-contentful-paint-element"]?.details)?.slice(0,900));
  }
}
await browser.close(); await stop();
