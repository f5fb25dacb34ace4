import { clipboard, expect, test } from './harness';

test('from home to an urgent solution, copied, in twelve keys', async ({ volunteer: page }) => {
  await page.goto('/home');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toBeVisible();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await press('1');
  await expect(page).toHaveURL(/\/helpline/);
  await expect(title).toHaveText('What does the caller need?');
  await press('2');
  await expect(page.getByRole('combobox')).toBeFocused();
  for (const key of ['t', 'e', 'x']) await press(key);
  await expect(page.getByRole('combobox')).toHaveValue('TX');
  await press('Enter');
  for (const question of ['Question 2', 'Question 3', 'Question 4']) {
    await expect(page.getByText(question, { exact: true })).toBeVisible();
    await press('y');
  }
  await expect(title).toContainText('K7');
  await press('c');
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await clipboard(page)).toContain('K7');
  expect(keys).toBeLessThanOrEqual(12);
});

test('Backspace goes back, but not while one types', async ({ volunteer: page }) => {
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
