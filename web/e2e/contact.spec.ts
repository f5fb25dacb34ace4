import { clipboard, expect, refuseClipboard, test } from './harness';

const heading = (page: import('@playwright/test').Page) => page.getByRole('heading', { level: 1 });

test('helpline: an easy question, from home to the thank-you page', async ({ volunteer: page }) => {
  await page.goto('/home');
  await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await expect(page).toHaveURL(/\/helpline\?step=faq$/);
  for (const name of [/FAQ document/, /State ID rules/]) await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('target', '_blank');
  await page.getByRole('button', { name: 'Answered' }).click();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3');
  await expect(page.getByRole('link', { name: /Open in new tab/ })).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Open a new ticket').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filled Out' }).click();
  await expect(page).toHaveURL(/\/finish$/);
  await expect(page.getByText(/follow-up tasks/)).toBeVisible();
  await page.getByRole('button', { name: 'Help Another Voter' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('chat: its ticket guide has its own URL, and Back goes one step at a time', async ({ volunteer: page }) => {
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await page.getByRole('button', { name: 'Answered' }).click();
  await expect(page).toHaveURL(/\/chat-zendesk(\?|$)/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/chat\?step=faq/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

for (const flow of ['helpline', 'chat']) {
  test(`${flow}: the tree remembers its origin`, async ({ volunteer: page }) => {
    await page.goto(`/${flow}`);
    await page.getByRole('button', { name: 'ID Assistance' }).click();
    await expect(page).toHaveURL(new RegExp(`/dtree\\?origin=${flow}`));
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(new RegExp(`/${flow}$`));
  });
}

test('the main job: an urgent case, copied, agreed to, and written down', async ({ volunteer: page }) => {
  await page.goto('/home');
  await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
  await page.getByRole('button', { name: 'ID Assistance' }).click();
  await page.getByRole('combobox').selectOption('TX');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  for (let question = 2; question <= 4; question += 1) {
    await expect(page.getByText(`Question ${question}`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
  }
  await expect(heading(page)).toContainText('K7');
  await page.getByRole('button', { name: 'Copy Decision' }).click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await clipboard(page)).toMatch(/Texas[\s\S]*K7/);
  const walk = new URL(page.url()).search;
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page).toHaveURL(/\/agree\?/);
  expect(new URL(page.url()).search).toBe(walk);
  await expect(page.getByRole('main').getByText('Helpline', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Agreement First' })).toBeDisabled();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/zendesk\?/);
  await page.reload();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '4');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/agree\?/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toContainText('K7');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(/\/zendesk\?/);
  await page.getByRole('button', { name: 'Filled Out' }).click();
  await expect(heading(page)).toHaveText('Thank You!');
  await page.getByRole('button', { name: 'End Session' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('a pasted URL opens the same screen, and Back from it stays in the app', async ({ volunteer: page }) => {
  await page.goto('/agree?origin=chat&state=TX&answers=B.yes,C.yes,D.yes');
  await expect(page.getByRole('complementary', { name: 'This contact' })).toContainText('Texas');
  await expect(page.getByRole('main').getByText('Chat', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toContainText('K7');
});

test('the agreement is read aloud or sent', async ({ volunteer: page }) => {
  await page.goto('/agree?origin=helpline');
  await expect(page.getByRole('radio', { name: 'Verbal' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(0);
  await page.getByRole('radio', { name: 'Text' }).check();
  await expect(page.getByText('Send', { exact: true })).toHaveCount(await page.getByRole('button', { name: 'Copy', exact: true }).count());
  const name = page.getByRole('textbox', { name: /name/ }).first();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect(page.getByRole('alert')).toContainText('name');
  await expect(name).toBeFocused();
  await name.fill('Bo');
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect.poll(() => clipboard(page)).toMatch(/^Hi Bo, this is Vic /);
});

test('Copy Link confirms for two seconds', async ({ volunteer: page }) => {
  await page.clock.install();
  await page.goto('/agree');
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByRole('button', { name: 'Link Copied!' })).toBeVisible();
  expect(await clipboard(page)).toMatch(/^https:/);
  await page.clock.runFor(1_900);
  await expect(page.getByRole('button', { name: 'Link Copied!' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible();
});

test('if Copy Link is refused, the link is shown', async ({ volunteer: page }) => {
  await refuseClipboard(page);
  await page.goto('/agree');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Copy failed\. Please copy manually: https:/);
});

test('after a visit elsewhere, the contact is one click away and can be ended', async ({ volunteer: page }) => {
  const place = '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes';
  await page.goto(place);
  // The URL contains the content's version once the tree has loaded.
  await expect(page).toHaveURL(/version=/);
  const there = page.url();
  await page.goto('/support');
  await page.getByRole('link', { name: 'Return to Contact' }).click();
  await expect(page).toHaveURL(there);
  await page.getByRole('button', { name: 'New Contact' }).click();
  await expect(page).toHaveURL(/\/helpline$/);
  await page.goto('/support');
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Contact' })).toBeHidden();
});

test('Need Help leads to the support page', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  await page.getByRole('button', { name: 'Need Help' }).click();
  await expect(page).toHaveURL(/\/support$/);
});
