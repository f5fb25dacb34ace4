/**
 * Nothing on the screen moves while it loads, even on a slow connection, where each part arrives long after the parts
 * around it.
 */
import { createServer, connect, type AddressInfo, type Server } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from './harness';

interface Moved {
  value: number;
  what: string[];
}

declare global {
  interface Window {
    moved: Moved[];
  }
}

const screens = [
  '/home',
  '/helpline',
  '/helpline?step=faq',
  '/helpline?step=easy-ticket',
  '/dtree?origin=helpline&state=TX',
  '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
  '/agree?origin=helpline',
  '/zendesk?origin=helpline',
  '/support',
  '/finish',
];

/** The latency of the slow connection, in ms, and how many bytes arrive in each such period. */
const latency = 150;
const throughput = 400;

/**
 * Starts a slow connection to the engine at `url`. With the browser's own throttling, a page occasionally never loads
 * (microsoft/playwright#22676).
 */
async function slowLine(url: string): Promise<Server> {
  async function* slowly(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await setTimeout(latency + chunk.length / throughput);
      yield chunk;
    }
  }
  const line = createServer((browser) => {
    const engine = connect(Number(new URL(url).port), '127.0.0.1');
    // Either end may close at any time: the browser leaves a page, or the engine closes idle connections.
    void Promise.allSettled([pipeline(browser, engine), pipeline(engine, slowly, browser)]);
  });
  await new Promise<void>((ready) => line.listen(0, '127.0.0.1', ready));
  return line;
}

for (const [name, viewport] of Object.entries({ laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  test(`nothing moves on a ${name}`, async ({ engine, volunteer: page }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(() => {
      window.moved = [];
      const told = (node: Node | null) => (node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? 'gone'));
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
          window.moved.push({ value: entry.value, what: entry.sources.map(({ node }) => told(node)) });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const line = await slowLine(engine.url);
    for (const screen of screens) {
      await page.goto(`http://127.0.0.1:${(line.address() as AddressInfo).port}${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      // A frame later, everything that arrived is on the screen and counted.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await page.evaluate(() => window.moved), screen).toEqual([]);
    }
    line.close();
  });
}
