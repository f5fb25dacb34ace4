/** Another helpline's content, with other regions, answers, and flows: the same engine and the same app. */
import { resolve } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, signIn, startEngine, test } from './harness';

const content = resolve(import.meta.dirname, '../../engine/tests/data/other-helpline');

test('another helpline works from its first step to its last', async ({ page }) => {
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
    // Gives four answers, by letter and by digit.
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

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`a choice that ends the contact has no digit, and is positioned where nothing else was chosen: ${viewport.width}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const { engine, stop } = await startEngine(['--content', content]);
    try {
      await signIn(page, 'volunteer', engine.url);
      await page.goto(`${engine.url}/home`);
      const box = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const main = page.getByRole('main');
      const before = [await box(main.getByRole('link', { name: 'Take a call' })), await box(main.getByRole('link', { name: 'Answer a letter' }))];
      await main.getByRole('link', { name: 'Take a call' }).click();
      const wrong = main.getByRole('button', { name: 'Wrong number' });
      await expect(wrong).toBeVisible();
      before.push(...(await Promise.all((await main.getByRole('listitem').getByRole('button').all()).map(box))));
      expect(before.length).toBe(4);
      const { x, y, width, height } = await box(wrong);
      expect(before.filter((one) => one.x < x + width && x < one.x + one.width && one.y < y + height && y < one.y + one.height)).toEqual([]);
      await expectAccessible(page);
      await page.keyboard.press('3');
      await expect(wrong).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await expect(page).toHaveURL(/\/finish$/);
    } finally {
      await stop();
    }
  });
}
