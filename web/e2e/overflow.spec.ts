/** Nothing is wider than the screen, even when something went wrong: on a phone, and at 200% zoom on a laptop. */
import { expect, loadedAhead, refuseClipboard, test, type Page } from './harness';

const texas = '/dtree?origin=helpline&state=TX';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Brings a screen into a state. */
type Reach = (page: Page) => Promise<unknown>;

/** Expects the text that couldn't be copied to be in a field: complete, selected, and no wider than its container. */
async function byHand(page: Page): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Text to copy' });
  const found = () => field.evaluate((area: HTMLTextAreaElement) => {
    const [own, around] = [area.getBoundingClientRect(), (area.parentElement as HTMLElement).getBoundingClientRect()];
    return {
      all: area.value.length > 0 && area.selectionStart === 0 && area.selectionEnd === area.value.length,
      inside: own.left >= around.left - 1 && own.right <= around.right + 1,
      visible: own.left >= 0 && own.right <= document.documentElement.clientWidth,
      wraps: area.scrollWidth <= area.clientWidth,
    };
  });
  await expect.poll(found).toEqual({ all: true, inside: true, visible: true, wraps: true });
  await expect(page.getByRole('alert').first()).toBeVisible();
}

const refused: Readonly<Record<string, Reach>> = {
  'the link': async (page) => {
    await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
    await button(page, 'Copy Link').click();
    await expect(page.getByRole('alert')).toHaveText(/^Copy failed\. Please copy manually: https:/);
  },
  'the decision': async (page) => {
    await page.goto(`${texas}&answers=B.yes,C.yes,D.yes`);
    await button(page, /^Copy Decision/).click();
  },
  'an answer': async (page) => {
    await page.goto('/helpline?step=faq');
    await page.locator('[data-entry]').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  },
};

const states: Readonly<Record<string, Reach>> = {
  'the banner without a connection': async (page) => {
    await page.goto(texas);
    await loadedAhead(page);
    await page.context().setOffline(true);
    await expect(page.getByText('You’re offline')).toBeVisible();
  },
  'a guide that fails to load': async (page) => {
    await page.route('**/guides/*', (route) => route.fulfill({ status: 404, json: { error: 'No guide has this ID.', code: 'not_found' } }));
    await page.goto('/zendesk?origin=helpline');
    await expect(page.getByRole('alert')).toHaveText('No guide has this ID.');
  },
  'a loading screen': async (page) => {
    await page.route('**/api/tree/**', () => undefined);
    await page.route('**/api/trees*', () => undefined);
    await page.goto(`${texas}&answers=B.yes`, { waitUntil: 'commit' });
    await expect(page.locator('[data-shape="question"]')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
  },
};

for (const [name, viewport] of Object.entries({ 'a phone': { width: 390, height: 844 }, 'a laptop at 200 %': { width: 640, height: 400 } })) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });
    const fits = async (page: Page) => expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);

    for (const [what, reach] of Object.entries(refused)) {
      test(`${what} that can’t be copied is in a field that fits`, async ({ volunteer: page }) => {
        await refuseClipboard(page);
        await reach(page);
        await byHand(page);
        await fits(page);
      });
    }

    for (const [what, reach] of Object.entries(states)) {
      test(`${what} fits`, async ({ volunteer: page }) => {
        await reach(page);
        await fits(page);
      });
    }
  });
}

for (const width of [320, 360, 375, 390]) {
  test(`nothing overlaps above the steps at ${String(width)} px`, async ({ volunteer: page }) => {
    await page.setViewportSize({ width, height: 700 });
    for (const screen of ['/helpline', '/dtree?origin=helpline&state=TX&answers=B.yes', '/zendesk?origin=helpline']) {
      await page.goto(screen);
      const main = page.getByRole('main');
      const parts = [main.getByRole('button', { name: 'Back' }), main.getByRole('progressbar').getByText(/^Step/), main.getByRole('button', { name: 'New Contact' })];
      const ends = [];
      for (const part of parts) {
        const box = await part.boundingBox();
        ends.push([box?.x ?? -1, (box?.x ?? 0) + (box?.width ?? 0)] as const);
      }
      // The segments of the bar itself, which come after its text.
      const bar = await main.getByRole('progressbar').evaluate((element) => Math.max(...[...element.querySelectorAll('*')].map((part) => part.getBoundingClientRect().right)));
      expect(ends[1]?.[0], screen).toBeGreaterThanOrEqual(ends[0]?.[1] ?? 999);
      expect(ends[2]?.[0], screen).toBeGreaterThanOrEqual(bar);
      expect(ends[2]?.[1], screen).toBeLessThanOrEqual(width);
    }
  });
}
