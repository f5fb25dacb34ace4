import { expect, test } from './harness';

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
