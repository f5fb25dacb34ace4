/** Expects no axe violations in any state of the FAQ panel, at two widths and in both themes. */
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, expectTargets, test } from './harness';

const step = '/helpline?step=faq';
const widths = [{ width: 1280, height: 800 }, { width: 390, height: 844 }];
const narrowest = { width: 320, height: 640 };

const first = (page: Page) => page.locator('[data-entry]').first();
const search = (page: Page, query: string) => page.getByRole('searchbox').fill(query);

/** The states, each reached from the step with all of its entries. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  'everything': () => Promise.resolve(),
  'weak matches open, one used': async (page) => {
    await search(page, 'expired license');
    await page.getByRole('button', { name: /^Weaker matches/ }).click();
    await expect(page.getByRole('list', { name: /^Weaker matches/ })).toBeVisible();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Add to ticket' }).first().click();
  },
  'another office’s errand': async (page) => {
    await search(page, 'passport renewal');
    await expect(page.getByRole('article', { name: /^Not ours: / }).first()).toBeVisible();
  },
  'one enlarged': async (page) => {
    await first(page).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a state and a category chosen': async (page) => {
    await page.getByLabel("Voter's state").selectOption('Texas');
    await search(page, 'lost id');
    await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 1 });
    await expect(page.getByRole('main').getByRole('button', { name: 'Clear category' }).first()).toBeVisible();
  },
  'a place that isn’t served': async (page) => {
    await page.getByLabel("Voter's state").focus();
    await page.keyboard.type('guam');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'a place that isn’t served, at the decision tree': async (page) => {
    await page.goto('/dtree?origin=helpline');
    await page.getByLabel("Voter's state").focus();
    await page.keyboard.type('guam');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'weak matches folded': async (page) => {
    await search(page, 'expired license');
    await expect(page.getByRole('button', { name: /^Weaker matches/ })).toBeAttached();
  },
  'only weak matches': async (page) => {
    await search(page, 'when does the opera begin');
    await expect(page.getByText('Nothing matches well.')).toBeVisible();
  },
  'nothing found': async (page) => {
    await search(page, 'xqzwvk');
    await expect(page.getByText('No questions found matching your search.').first()).toBeVisible();
  },
  'offline': async (page) => {
    await page.context().setOffline(true);
    await search(page, 'ballot');
    await expect(page.getByText('The full search isn’t available, so these are simpler results.')).toBeVisible();
  },
  'an unknown category': async (page) => {
    await page.goto(`${step}&category=No+such`);
    await search(page, 'ballot');
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'over the decision tree': async (page) => {
    await page.goto('/dtree?origin=helpline&state=TX');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    await expect(first(page)).toBeVisible();
  },
};

/** Expects nothing to be wider than the window. */
async function fits(page: Page): Promise<void> {
  // The app adapts to a new size a moment after it's set.
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(over, String(page.viewportSize()?.width)).toBeLessThanOrEqual(0);
}

for (const [name, bring] of Object.entries(states)) {
  test(name, async ({ volunteer: page }) => {
    test.slow();
    await page.goto(step);
    await expect(first(page)).toBeVisible();
    await bring(page);
    for (const viewport of widths) {
      await page.setViewportSize(viewport);
      await fits(page);
      await expectAccessibleInBothThemes(page);
    }
    await page.setViewportSize(narrowest);
    await fits(page);
    await expectTargets(page);
  });
}

test('the note at the ticket step', async ({ volunteer: page }) => {
  await page.goto(step);
  await page.getByRole('button', { name: 'Add to ticket' }).first().click();
  await page.getByRole('button', { name: 'Answered' }).click();
  await expect(page.getByRole('region', { name: 'FAQ answers used' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('an enlarged entry shows all of its controls at 320 pixels', async ({ volunteer: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(step);
  await first(page).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Previous', 'Next', 'Copy', 'Add to ticket', 'Answered']) await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});
