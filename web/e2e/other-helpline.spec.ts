/** Another helpline's content, with other regions, other answers and other flows: the same engine and the same app. */
import { resolve } from 'node:path';
import { expect, signIn, startEngine, test } from './harness';

const content = resolve(import.meta.dirname, '../../engine/tests/data/other-helpline');

test('another helpline is walked from its first step to its last', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', content]);
  try {
    await signIn(page, 'volunteer', engine.url);
    await page.goto(`${engine.url}/home`);
    await page.getByRole('main').getByRole('link', { name: 'Take a call' }).click();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '5');
    await page.getByRole('button', { name: 'A case for a desk' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Before you begin');
    await page.getByRole('button', { name: 'The lease is here' }).click();
    await page.getByRole('combobox', { name: 'District of the home' }).selectOption({ label: 'Low Wharf' });
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is the call about?');
    // Four answers, by their own letters and by their digits.
    await page.keyboard.press('l');
    await expect(page).toHaveURL(/answers=topic\.notice/);
    await page.keyboard.press('1');
    await expect(page).toHaveURL(/answers=topic\.notice,deadline\.this-week/);
    await expect(page.getByText('DESK-LOW').first()).toBeVisible();
    await page.getByRole('button', { name: 'Go on' }).or(page.getByRole('link', { name: 'Go on' })).first().click();
    await expect(page).toHaveURL(/\/rules\?/);
    await expect(page.getByRole('radio')).toHaveCount(3);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page).toHaveURL(/\/case\?/);
    await page.getByRole('button', { name: 'Case opened' }).click();
    await expect(page).toHaveURL(/\/finish$/);
  } finally {
    await stop();
  }
});
