/**
 * Working with the FAQ: finding the answer right away, adding it to the ticket with a key, and going to ID Assistance
 * and back.
 */
import type { Page } from '@playwright/test';
import { clipboard, expect, refuseClipboard, test } from './harness';

const step = '/helpline?step=faq';
const search = (page: Page) => page.getByRole('searchbox');
const entries = (page: Page) => page.getByRole('list', { name: 'FAQ' }).locator(':scope > li');
const questions = (page: Page) => page.locator('[data-entry]');
const found = (page: Page) => page.getByRole('main').getByText(/^\d+ found/);
const ticket = (page: Page) => page.getByRole('region', { name: 'FAQ answers used' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

test('the first answer is in the upper third of the window, before and after typing', async ({ volunteer: page }) => {
  for (const state of ['', '&state=TX']) {
    await page.goto(step + state);
    const top = async () => (await entries(page).first().boundingBox())?.y;
    await expect.poll(top).toBeLessThanOrEqual(267);
    await search(page).fill('expired license');
    await expect(found(page)).toBeVisible();
    await expect.poll(top).toBeLessThanOrEqual(267);
  }
});

test('on a phone, the first answer is visible without scrolling, above the buttons', async ({ volunteer: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${step}&state=TX`);
  await expect(entries(page).first()).toBeVisible();
  const isSeen = async () => {
    await expect(questions(page).first()).toBeInViewport({ ratio: 1 });
    const [question, action] = [await questions(page).first().boundingBox(), await button(page, 'Answered').boundingBox()];
    expect((question?.y ?? 0) + (question?.height ?? 0)).toBeLessThan(action?.y ?? 0);
  };
  await isSeen();
  await search(page).fill('expired license');
  await expect(found(page)).toBeVisible();
  await isSeen();
});

test('results are numbered 1, 2, 3, the weak ones last, and a result keeps its number when enlarged', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('expired license');
  await expect(found(page)).toBeVisible();
  await page.getByRole('button', { name: /^Weaker matches/ }).click();
  const numbers = () => page.locator('li:has([data-entry])').evaluateAll((all) => all.map((entry) => (entry as HTMLLIElement).value));
  await expect.poll(async () => (await numbers()).length).toBeGreaterThan(await entries(page).count());
  const shown = await numbers();
  expect(shown).toEqual(shown.map((_, index) => index + 1));
  await questions(page).nth(1).click();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toHaveText(/^2/);
});

test('each entry in the list shows the full answer', async ({ volunteer: page }) => {
  await page.goto(step);
  await expect(entries(page).first()).toBeVisible();
  const cut = await entries(page).evaluateAll((all) => {
    const within = all.flatMap((entry) => [...entry.querySelectorAll('p, li, div')]);
    return within.filter((part) => part.scrollHeight > part.clientHeight + 2 && getComputedStyle(part).overflow !== 'visible').length;
  });
  expect(cut).toBe(0);
});

test('a key adds the focused answer to the ticket and removes it, in the list and enlarged', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('lost id');
  await expect(found(page)).toBeVisible();
  const name = (await questions(page).first().textContent()) ?? '';
  // In a field, the key types its letter.
  await page.keyboard.press('t');
  await expect(search(page)).toHaveValue('lost idt');
  await page.keyboard.press('Backspace');
  await expect(ticket(page)).toHaveCount(0);
  await expect(questions(page).first()).toHaveText(name);
  await page.keyboard.press('ArrowDown');
  await expect(questions(page).first()).toBeFocused();
  await page.keyboard.press('t');
  await expect(ticket(page)).toHaveText([name]);
  await page.keyboard.press('t');
  await expect(ticket(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Add to ticket' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(dialog.getByRole('button', { name: 'In the ticket', pressed: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket(page)).toHaveText([name]);
  // The key is in the list of shortcuts.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('listitem').filter({ hasText: 'Add to ticket' })).toHaveText('Add to tickett');
});

test('a copied answer is in the ticket, and can be removed from it', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('lost id');
  await expect(found(page)).toBeVisible();
  const name = (await questions(page).first().textContent()) ?? '';
  await entries(page).first().getByRole('button', { name: 'Copy' }).click();
  await expect(ticket(page)).toHaveText([name]);
  expect(await clipboard(page)).not.toBe('');
  await ticket(page).getByRole('button', { name: /^Remove/ }).click();
  await expect(ticket(page)).toHaveCount(0);
  await questions(page).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'In the ticket', pressed: true })).toBeVisible();
});

test('an answer isn’t added if the clipboard refused it, or if it’s copied between two contacts', async ({ volunteer: page }) => {
  await page.goto('/home');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Search the FAQ' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click();
  await expect.poll(() => clipboard(page)).not.toBe('');
  await expect(page.getByRole('button', { name: 'In the ticket' })).toHaveCount(0);
  await refuseClipboard(page);
  await page.goto(step);
  await entries(page).first().getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('textbox', { name: 'Text to copy' })).toBeVisible();
  await expect(ticket(page)).toHaveCount(0);
});

for (const flow of ['helpline', 'chat']) {
  for (const [by, goBack] of [
    ['the app’s Back', (page: Page) => button(page, 'Back').click()],
    ['the browser’s Back', (page: Page) => page.goBack()],
  ] as const) {
    test(`ID Assistance is one press away from the FAQ of ${flow}, and ${by} returns to the same place`, async ({ volunteer: page }) => {
      await page.goto(`/${flow}`);
      await button(page, 'Easy to Answer').click();
      await page.getByLabel("Voter's state").selectOption('Texas');
      await search(page).fill('expired license');
      await page.getByRole('combobox', { name: 'Category' }).selectOption('ID & Documents');
      await expect(page).toHaveURL(/state=TX&category=ID/);
      await page.getByRole('button', { name: /^Weaker matches/ }).click();
      await expect(page.getByRole('list', { name: /^Weaker matches/ })).toBeVisible();
      const list = page.getByRole('main').locator('div:has(> section [data-entry])').last();
      await list.evaluate((element) => (element.scrollTop = 300));
      await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(300);
      const address = page.url();
      const entriesBefore = await page.evaluate(() => history.length);

      await button(page, 'ID Assistance').click();
      await expect(page).toHaveURL(new RegExp(`/dtree\\?origin=${flow}&state=TX$`));
      await expect(page.getByLabel("Voter's state")).toHaveValue('TX');
      await button(page, 'Start Decision Tree').click();
      await expect(page).toHaveURL(/version=/);
      await expect(page.getByRole('region', { name: 'Question 2' })).toBeVisible();
      await button(page, 'Back').click();
      await expect(button(page, 'Start Decision Tree')).toBeVisible();
      await goBack(page);

      await expect(page).toHaveURL(address);
      await expect(search(page)).toHaveValue('expired license');
      await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('ID & Documents');
      await expect(page.getByLabel("Voter's state")).toHaveValue('TX');
      await expect(page.getByRole('list', { name: /^Weaker matches/ })).toBeVisible();
      await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(300);
      // A new search starts at the top.
      await search(page).fill('expired licens');
      await expect.poll(() => page.getByRole('main').locator('div:has(> ol [data-entry])').last().evaluate((element) => element.scrollTop)).toBe(0);
      expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(entriesBefore + 2);
    });
  }
}

test('the tree’s Back leads to the first step if that’s where the volunteer came from', async ({ volunteer: page }) => {
  await page.goto('/helpline');
  await button(page, 'ID Assistance').click();
  await expect(button(page, 'Start Decision Tree')).toBeVisible();
  await button(page, 'Back').click();
  await expect(button(page, 'Easy to Answer')).toBeVisible();
});
