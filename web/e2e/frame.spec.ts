import { expect, people, signIn, test } from './harness';

test('header, navigation and footer', async ({ volunteer: page }) => {
  await page.goto('/home');
  const header = page.getByRole('banner');
  const brand = header.getByRole('link', { name: /Callguide/ });
  await expect(brand).toHaveAttribute('target', '_blank');
  await expect(brand).toHaveAttribute('href', /^https:/);
  for (const [name, path] of [['HELPLINE', '/helpline'], ['CHAT', '/chat'], ['SUPPORT', '/support'], ['HOME', '/home']] as const) {
    await header.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('Tax ID');
  for (const name of ['Privacy Policy', 'Terms of Use', 'Contact Us']) {
    await expect(footer.getByRole('link', { name: new RegExp(name) })).toHaveAttribute('target', '_blank');
  }
  await expect(footer.getByRole('link', { name: 'Report a Problem With This Text' })).toHaveAttribute('href', /^mailto:.*Version/);
});

test('an unknown path leads to the home page', async ({ volunteer: page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${people.volunteer.name}!` })).toBeVisible();
});

test('home greets the volunteer, and offers both flows', async ({ volunteer: page }) => {
  await page.goto('/');
  await expect(page.getByText('Volunteer App')).toBeVisible();
  for (const badge of ['24/7 Support', 'Secure & Private']) await expect(page.getByText(badge)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'CHAT' }).click();
  await expect(page).toHaveURL(/\/chat$/);
});

test('every move scrolls to the top, focuses the heading, and sets the page’s title', async ({ volunteer: page }) => {
  await page.goto('/support');
  await page.getByRole('button', { name: 'Expand All' }).click();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveTitle(/^Welcome, .* · Callguide$/);
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(page).toHaveTitle(/· Texas · Contact \d+ · Callguide$/);
});

test('the bell shows its dot until the list has been opened', async ({ volunteer: page }) => {
  await page.goto('/home');
  const bell = page.getByRole('button', { name: /What changed/ });
  await expect(bell).toHaveAccessibleName(/new/);
  await bell.click();
  const list = page.getByRole('region', { name: 'What changed' });
  await expect(list.getByRole('heading', { level: 3 })).not.toHaveCount(0);
  await expect(list.getByText('New', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(bell).toHaveAccessibleName('What changed');
  await page.reload();
  await expect(bell).toHaveAccessibleName('What changed');
});

test('the profile menu shows the volunteer’s name and leads to the settings', async ({ volunteer: page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: `${people.volunteer.name}: profile` }).click();
  await page.getByRole('link', { name: 'Admin Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Access Restricted' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('an admin sees the settings', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Settings' })).toBeVisible();
});

test('the skip link is the first Tab stop and leads to the content', async ({ volunteer: page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('? lists the keys, which can be switched off', async ({ volunteer: page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('HELPLINE')).toBeVisible();
  await keys.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/\/home$/);
});

test('/ searches over any screen, and a single Esc returns to it', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(page).toHaveURL(/version=/);
  const there = page.url();
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'FAQ' });
  await expect(dialog.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('lost id');
  await expect(dialog.getByText('lost', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(page.url()).toBe(there);
});

test('a quiet notice says that there is no connection', async ({ volunteer: page, context }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You’re offline')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline')).toBeHidden();
});
