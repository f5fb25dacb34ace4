/** Matters that another office handles: the search labels them as not ours and says where to send the voter. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './harness';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search FAQ topics, questions, or keywords...' });
const errand = (page: Page) => page.getByRole('article', { name: 'Not ours: How do I apply for or renew a passport?' });

test('another office’s matter is above the collapsed results, and nothing says that there’s no match', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  await search(page).fill('passport renewal');
  await expect(errand(page).getByRole('heading', { name: /^Not ours: / })).toBeVisible();
  await expect(errand(page).getByRole('link', { name: /travel\.state\.gov/ })).toHaveAttribute('href', 'https://travel.state.gov');
  const weak = page.getByRole('button', { name: /\(\d+\)$/ });
  await expect(weak).toHaveAttribute('aria-expanded', 'false');
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
  expect(await top(weak)).toBeGreaterThan(await top(errand(page)));
  await expect(page.getByRole('list', { name: 'FAQ' })).toHaveCount(0);
  await expect(page.getByText(/^No questions found|^Nothing matches/)).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Not ours: How do I apply for or renew a passport?' })).toBeAttached();
});

test('the keyboard stops at it on the way to the collapsed results', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  await search(page).fill('passport renewal');
  await expect(errand(page)).toBeVisible();
  await search(page).press('ArrowDown');
  await expect(errand(page).getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(errand(page).getByRole('link')).toBeFocused();
  await search(page).press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /\(\d+\)$/ })).toBeFocused();
});
