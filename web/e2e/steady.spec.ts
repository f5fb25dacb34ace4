/** Nothing on the screen moves while it comes, also over a slow line: each answer arrives long after what stands around it. */
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
  '/dtree?origin=helpline&state=TX',
  '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
  '/agree?origin=helpline',
  '/zendesk?origin=helpline',
  '/support',
  '/finish',
];

for (const [name, viewport] of Object.entries({ laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  test(`nothing moves on a ${name}`, async ({ volunteer: page }) => {
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
    const line = await page.context().newCDPSession(page);
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: 400_000, uploadThroughput: 100_000 });
    for (const screen of screens) {
      await page.goto(screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      // A frame later everything that came is on the screen and counted.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await page.evaluate(() => window.moved), screen).toEqual([]);
    }
  });
}
