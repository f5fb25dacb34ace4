import { expectAccessible } from './harness';
import { accounts, button, choose, expect, freePort, isIn, openPopup, signIn, startOidcEngine, startProvider, test } from './oidc/engine';

const denied =
  "Access denied. This Google account is not on the approved list or the organization's domain. Contact your administrator if you believe this is an error.";

test('someone on the list signs in through the popup, and returns to the same place', async ({ page }) => {
  await page.goto('/dtree?origin=chat&state=TX');
  await expect(page.getByText('Development sign-in')).toBeHidden();
  const popup = await openPopup(page);
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await choose(popup, 'listed');
  await isIn(page);
  expect(new URL(page.url()).search).toContain('state=TX');
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ user: { email: 'volunteer@example.org', first_name: 'Lis' }, is_admin: false });
});

test('people in the organization’s own domain sign in with their own accounts', async ({ page }) => {
  await page.goto('/home');
  await signIn(page, 'own');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Owen');
});

for (const account of ['stranger', 'unverified', 'foreign'] as const) {
  test(`refused, and nothing is left behind: ${account}`, async ({ page, setting, context }) => {
    const before = await setting.provider.liveGrants();
    await page.goto('/home');
    await choose(await openPopup(page), account);
    await expect(page.getByRole('alert')).toHaveText(denied);
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
    expect(await (await page.request.get('/api/session')).json()).toMatchObject({ user: null });
    expect((await context.cookies()).filter(({ name }) => name.startsWith('callguide'))).toEqual([]);
    await expect.poll(() => setting.provider.liveGrants()).toBe(before);
    if (account !== 'unverified') expect(await setting.keeps(accounts[account].email)).toBe(false);
    expect(await setting.keeps(accounts[account].name)).toBe(false);
    await expectAccessible(page);
  });
}

test('someone who cancels at the provider is told so, and can try again', async ({ page }) => {
  await page.goto('/home');
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Sign-in was cancelled.');
  await signIn(page);
});

test.describe('if popups are blocked', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      window.open = () => null;
    }),
  );

  test('the whole window goes to the provider, and returns to the same place', async ({ page }) => {
    await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
    await page.getByRole('button', { name: button }).click();
    await choose(page, 'listed');
    await isIn(page);
    expect(page.url()).toContain('answers=B.yes');
  });

  test('a refusal is reported on the login screen, once', async ({ page, setting }) => {
    await page.goto('/chat');
    await page.getByRole('button', { name: button }).click();
    await choose(page, 'stranger');
    await expect(page.getByRole('alert')).toHaveText(denied);
    await expect(page).toHaveURL(`${setting.url}/chat`);
    await page.reload();
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('going back from the provider leaves nobody waiting', async ({ page }) => {
    await page.goto('/home');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
  });
});

test('two tabs sign in at the same time', async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto('/home');
  await other.goto('/chat');
  const [one, two] = [await openPopup(page), await openPopup(other)];
  await choose(two, 'own');
  await isIn(other);
  await choose(one, 'listed');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lis');
});

test('a session that expires during a contact leads back to the same place', async ({ page, context }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  await context.clearCookies();
  await page.goto('/dtree?origin=helpline&state=GA&answers=B.yes');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await signIn(page);
  await expect(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  expect(page.url()).toContain('state=GA&answers=B.yes');
});

test('the engine starts without its provider, reports that it’s unavailable, and works once it’s back', async ({ page }) => {
  const port = await freePort();
  const engine = await startOidcEngine(`http://127.0.0.1:${port}`);
  try {
    await page.goto(`${engine.url}/home`);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert')).toHaveText("The sign-in service can't be reached right now. Please try again in a moment.");
    const provider = await startProvider(port);
    // The engine retries after a second.
    const begins = async () => (await page.request.get(`${engine.url}/auth/start`, { maxRedirects: 0 })).status();
    await expect.poll(begins).toBe(303);
    await signIn(page);
    await provider.stop();
    // The session doesn't depend on the provider.
    await page.reload();
    await isIn(page);
  } finally {
    await engine.stop();
  }
});
