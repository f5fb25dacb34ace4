import { endSession, expect, expectAccessible, people, signIn, test } from './harness';

const button = 'Sign in with Google';

test('the login screen says what it is and keeps nobody guessing', async ({ page }) => {
  await page.goto('/helpline');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Sign in with your authorized Google account')).toBeVisible();
  await expect(page.getByText('Only pre-approved emails can access this application')).toBeVisible();
  await expect(page.getByText(/© 2025/)).toBeVisible();
  await expect(page.getByText('Development sign-in')).toBeVisible();
  await expectAccessible(page);
});

test('signing in through the popup comes back to the same address', async ({ page }) => {
  await page.goto('/dtree?origin=chat&state=TX');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await popup.getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('link', { name: 'HELPLINE' })).toBeVisible();
  expect(new URL(page.url()).search).toContain('state=TX');
});

test('who is not on the list is told so, and can try again', async ({ page }) => {
  await page.goto('/');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await (await opened).getByRole('button', { name: new RegExp(people.stranger.name) }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Access denied. This Google account is not on the approved list or the organization’s domain.'.replace('’', "'"),
  );
  await expect(page.getByRole('button', { name: button })).toBeEnabled();
  await expectAccessible(page);
});

test('a sign-in can be given up', async ({ page }) => {
  await page.goto('/');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await opened;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: button })).toBeEnabled();
});

test('where popups are blocked the whole window goes, and comes back', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto('/chat');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
});

test('a session that ends keeps the place', async ({ page, context }) => {
  await signIn(page);
  const place = '/dtree?origin=helpline&state=TX&answers=B.yes';
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clearCookies();
  await page.goto(place);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await signIn(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Yes' })).toBeVisible();
  expect(page.url()).toContain('answers=B.yes');
});

test('a session that ends during a contact says so, in place', async ({ page }) => {
  await signIn(page);
  await page.goto('/dtree?origin=helpline');
  await expect(page.getByRole('combobox')).toBeVisible();
  await endSession(page);
  // The tree is asked for as soon as a state is chosen.
  await page.getByRole('combobox').selectOption('TX');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await (await opened).getByRole('button', { name: /volunteer/i }).click();
  await expect(page).toHaveURL(/\/dtree/);
  await expect(page.getByRole('link', { name: 'HELPLINE' })).toBeVisible();
});

test('signing out ends the session on the server', async ({ page }) => {
  await signIn(page);
  await page.goto('/home');
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ user: null });
});

test('an engine that is away is said to be away, and coming back needs no reload', async ({ page }) => {
  await signIn(page);
  await page.route('**/api/content*', (route) => route.fulfill({ status: 503, json: { error: 'The document store is away.', code: 'store_unavailable' } }));
  await page.clock.install();
  await page.goto('/helpline');
  await page.clock.runFor(20_000);
  await expect(page.getByRole('heading', { name: 'The guidance could not be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/content*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What does the caller need?' })).toBeVisible();
});
