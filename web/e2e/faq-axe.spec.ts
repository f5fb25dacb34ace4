/** Nothing that axe finds, in any state of the FAQ panel, at three widths and in both themes. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, expectAccessible, test } from './harness';

const step = '/helpline?step=faq';
const widths = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, narrow: { width: 320, height: 640 } };

for (const theme of ['light', 'dark'] as const) {
  for (const [name, viewport] of Object.entries(widths)) {
    test(`${theme}, ${name}`, async ({ volunteer: page, context }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: theme });
      const check = async () => {
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(over).toBeLessThanOrEqual(0);
        await expectAccessible(page);
      };
      const first = page.locator('[data-entry]').first();

      await page.goto(step);
      await expect(first).toBeVisible();
      await check();

      await page.getByRole('searchbox').fill('expired license texas mail');
      await expect(page.getByRole('heading', { name: 'Matches only part of your search' })).toBeAttached();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('button', { name: 'Used' }).first().click();
      await check();

      await first.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await check();
      await page.keyboard.press('Escape');

      await page.getByRole('searchbox').fill('xqzwvk');
      await expect(page.getByText('No questions found matching your search.').first()).toBeVisible();
      await check();

      await context.setOffline(true);
      await page.getByRole('searchbox').fill('ballot');
      await expect(page.getByText(/^Offline: a simple search/)).toBeVisible();
      await check();
      await context.setOffline(false);

      await page.goto(`${step}&category=No+such`);
      await expect(page.getByRole('alert')).toBeVisible();
      await check();

      await page.goto('/helpline?step=easy-ticket');
      const note = page.getByRole('region', { name: 'FAQ answers used' });
      await expect(note).toBeVisible();
      // The guide beside it is a page of its own.
      const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);

      await page.goto('/dtree?origin=helpline&state=TX');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.keyboard.press('/');
      await expect(first).toBeVisible();
      await check();
    });
  }
}
