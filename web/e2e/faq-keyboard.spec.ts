/** The FAQ without a mouse, on its step and over the decision tree. */
import { expect, test } from './harness';

const placeholder = 'Search FAQ topics, questions, or keywords...';

test('search, move, enlarge, mark, and continue by keyboard alone', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  const search = page.getByRole('searchbox', { name: placeholder });
  const question = page.locator('[data-entry]');
  await expect(question.first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('lost license');
  await expect(question.first()).toContainText('lost');
  // Digits are typed, not used as answers.
  await page.keyboard.type(' 1');
  await expect(page).toHaveURL(/step=faq/);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect(search).toHaveValue('lost license');
  await expect(page.getByRole('main').getByText(/^\d+ found/)).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await expect(question.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(question.nth(1)).toBeFocused();
  // One more row, which expands the weak matches, comes first.
  const fold = page.getByRole('button', { name: /^Weaker matches/ });
  await page.keyboard.press('End');
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('list', { name: /^Weaker matches/ }).locator('[data-entry]').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: /^Show more/ }).or(question.last()).last()).toBeFocused();
  await fold.press('Space');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Home');
  await expect(question.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(search).toBeFocused();

  // The list is one Tab stop rather than a hundred; the entry's own controls follow.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = question.nth(1).locator('..');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question.nth(1)).toBeFocused();
  for (let stop = 0; stop < 6 && !(await second.getByRole('button', { name: 'Add to ticket' }).evaluate((button) => button === document.activeElement)); stop += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect(second.getByRole('button', { name: 'In the ticket', pressed: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(fold).toBeFocused();
  const answered = page.getByRole('button', { name: /^Answered/ });
  // The script that follows the answer has Tab stops in between.
  for (let stop = 0; stop < 4 && !(await answered.evaluate((button) => button === document.activeElement)); stop += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(answered).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.getByRole('region', { name: 'FAQ answers used' }).getByRole('listitem')).toHaveCount(1);
});

test('Enter in the search field enlarges the best entry; Esc returns to the field and then clears it', async ({ volunteer: page }) => {
  await page.goto('/chat?step=faq');
  const search = page.getByRole('searchbox', { name: placeholder });
  // Enter right after the last letter waits for that query's results.
  await search.fill('real id');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading')).toContainText('REAL ID');
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
});

test('if nothing matches well, Enter leads to the weak results, and Tab to help', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  const search = page.getByRole('searchbox', { name: placeholder });
  await search.fill('when does the opera begin');
  await page.keyboard.press('Enter');
  const fold = page.getByRole('button', { name: /^Weaker matches/ });
  await expect(fold).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('main').getByRole('button', { name: 'Need Help', exact: true }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/support$/);
});

test('help in the search over another screen leads there too, and the contact waits', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(page).toHaveURL(/version=/);
  await page.keyboard.press('/');
  const panel = page.getByRole('dialog', { name: 'FAQ' });
  await panel.getByRole('searchbox').fill('xqzwvk');
  await panel.getByRole('button', { name: 'Need Help' }).press('Enter');
  await expect(page).toHaveURL(/\/support$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Return to Contact' }).click();
  await expect(page).toHaveURL(/answers=B\.yes/);
});

test('the search opens and closes over the decision tree without losing the place', async ({ volunteer: page }) => {
  const place = '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes';
  await page.goto(place);
  // By now, the URL contains the walk's content version.
  await expect(page).toHaveURL(/version=/);
  const url = page.url();
  const title = page.getByRole('heading', { level: 1 });
  const question = await title.textContent();
  await page.keyboard.press('/');
  const panel = page.getByRole('dialog', { name: 'FAQ' });
  const search = panel.getByRole('searchbox', { name: placeholder });
  await expect(search).toBeFocused();
  // The answers' keys are letters here.
  await page.keyboard.type('yny ride');
  await search.fill('ride to polls');
  await expect(panel.locator('[data-entry]').first()).toContainText(/ride/i);
  await expect(page).toHaveURL(url);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(panel.locator('[data-entry]').nth(1)).toBeFocused();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(title).toHaveText(question ?? '');
  await expect(page).toHaveURL(url);
  await page.keyboard.press('y');
  await expect(page).toHaveURL(/[^\w]D\.yes/);
});

test('the button opens it too', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=chat&state=TX');
  const open = page.getByRole('button', { name: 'Search the FAQ' });
  await open.click();
  await expect(page.getByRole('searchbox', { name: placeholder })).toBeFocused();
  await page.getByRole('dialog', { name: 'FAQ' }).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(open).toBeFocused();
});
