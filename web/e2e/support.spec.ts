import { expect, test } from './harness';

test('sections collapse, and the ones that were read are remembered', async ({ volunteer: page }) => {
  await page.goto('/support');
  const open = page.locator('main details[open] > summary');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('Quick Resources');
  await page.getByRole('button', { name: 'Expand All' }).click();
  await expect(open).toHaveCount(6);
  await page.getByRole('button', { name: 'Collapse All' }).click();
  await expect(open).toHaveCount(0);

  await expect(page.getByText('Reviewed 0 of 6 sections')).toBeVisible();
  await page.getByRole('heading', { name: 'Response Time Guidelines' }).click();
  await page.getByRole('button', { name: 'Mark as Reviewed' }).click();
  await expect(page.getByText('Reviewed 1 of 6 sections')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reviewed', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.getByText('Reviewed 1 of 6 sections')).toBeVisible();
});
