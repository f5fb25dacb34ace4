import type { Page } from '@playwright/test';
import { clipboard, expect, test } from './harness';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Tabs until the control has the focus, then presses a key on it. */
async function press(page: Page, name: string | RegExp, role: 'button' | 'link' | 'checkbox' | 'searchbox' = 'button', key = 'Enter') {
  // Controls behind a dialog aren't reachable.
  const control = page.getByRole(role, { name }).last();
  await expect(control).toBeVisible();
  for (let stop = 0; stop < 80; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
  // The focus must be visible.
  expect(await control.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
  await page.keyboard.press(key);
}

test('Backspace goes back, but not in a text field', async ({ volunteer: page }) => {
  await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
  await page.getByRole('radio', { name: 'Text' }).check();
  const name = page.getByRole('textbox', { name: /name/ }).first();
  await name.fill('Bo');
  await name.press('Backspace');
  await expect(name).toHaveValue('B');
  await expect(page).toHaveURL(/\/agree/);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL(/\/dtree/);
});

test('helpline, with only Tab and Enter: an easy question to the thank-you page', async ({ volunteer: page }) => {
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/helpline$/);
  await expect(heading(page)).toBeFocused();
  await press(page, 'Easy to Answer');
  await expect(heading(page)).toBeFocused();
  await press(page, /Search FAQ/, 'searchbox', 'l');
  await page.keyboard.type('ost id');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press(page, 'Add to ticket');
  await page.keyboard.press('Escape');
  await press(page, /^Answered/);
  await expect(page.getByRole('region', { name: 'FAQ answers used' })).toBeVisible();
  await press(page, /^Filled Out/);
  await expect(heading(page)).toHaveText('Thank You!');
  await press(page, /^Help Another Voter/);
  await expect(page).toHaveURL(/\/home$/);
});

test('chat, with only single keys: an urgent case to the thank-you page', async ({ volunteer: page }) => {
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('button', { name: 'ID Assistance' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByLabel("Voter's state")).toBeFocused();
  await page.keyboard.type('tex');
  await page.keyboard.press('Enter');
  for (const words of ['16 years old', 'unexpired ID', 'deadline']) {
    await expect(heading(page)).toContainText(words);
    await expect(heading(page)).toBeFocused();
    await page.keyboard.press('y');
  }
  await expect(heading(page)).toContainText('K7');
  await page.keyboard.press('c');
  await expect.poll(() => clipboard(page)).toContain('Lead code: K7');
  await expect(page.getByRole('button', { name: 'Next Step' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/agree\?origin=chat/);
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('a');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/zendesk\?origin=chat/);
  await expect(page.getByRole('button', { name: /^Filled Out/ })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(heading(page)).toHaveText('Thank You!');
});
