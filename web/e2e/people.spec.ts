/** Blocked people, signed-in people, and signing out, even when the engine can't be reached. */
import { startFront } from './front';
import { expect, expectAccessible, people, signIn, test as base, type Page } from './harness';

const test = base.extend<{ admin: Page }>({
  admin: async ({ page }, use) => {
    await signIn(page, 'admin');
    expect((await page.request.put('/api/blocked-emails', { data: { emails: [] } })).status()).toBe(200);
    const emails = [people.admin.email, people.volunteer.email, 'ann@example.com'];
    expect((await page.request.put('/api/allowed-emails', { data: { emails } })).status()).toBe(200);
    await page.goto('/admin');
    await expect(listed(page, 'ann@example.com')).toBeVisible();
    await use(page);
  },
});

const listed = (page: Page, email: string) => page.locator(`li[data-email="${email}"]`);
const blocked = (page: Page, email: string) => page.locator(`li[data-blocked="${email}"]`);
const signedIn = (page: Page, email: string) => page.locator(`li[data-signed-in="${email}"]`);
const dialog = (page: Page) => page.getByRole('dialog');
const login = (page: Page) => page.getByRole('heading', { level: 1, name: 'Welcome Back' });
const menu = async (page: Page) => page.getByRole('button', { name: /: profile$/ }).click();

test('an admin blocks someone on the list, and unblocks them', async ({ admin: page }) => {
  await expect(page.getByText('No one is blocked.')).toBeVisible();
  // Unsaved changes are kept.
  await page.getByRole('textbox', { name: 'Email address' }).fill('new@example.com');
  await page.getByRole('textbox', { name: 'Email address' }).press('Enter');
  await page.getByRole('button', { name: 'Block ann@example.com' }).click();
  await expect(dialog(page)).toContainText('taken off the list');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Block ann@example.com' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(blocked(page, 'ann@example.com')).toBeVisible();
  await expect(listed(page, 'ann@example.com')).toHaveCount(0);
  await expect(listed(page, 'new@example.com')).toContainText('New');
  await expect(page.getByRole('heading', { name: 'Allowed Email Addresses' })).toBeFocused();
  await page.getByRole('button', { name: 'Discard' }).click();

  // Adding the blocked address again is refused, and the message says what to do.
  await page.getByRole('textbox', { name: 'Email address' }).fill('ann@example.com');
  await page.getByRole('textbox', { name: 'Email address' }).press('Enter');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Unblock first');
  await page.getByRole('button', { name: 'Unblock ann@example.com' }).click();
  await dialog(page).getByRole('button', { name: 'Unblock', exact: true }).click();
  await expect(blocked(page, 'ann@example.com')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
  await page.getByText('Who changed the list').click();
  const trail = page.getByRole('list').last();
  await expect(trail).toContainText('Blocked: ann@example.com');
  await expect(trail).toContainText('Unblocked: ann@example.com');
  await expectAccessible(page);
});

test('someone who isn’t on any list is blocked by address; blocking yourself is refused', async ({ admin: page }) => {
  const field = page.getByRole('textbox', { name: 'Address to block' });
  await field.fill('eve');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email format');
  await field.fill(' Eve@Example.com');
  await field.press('Enter');
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(blocked(page, 'eve@example.com')).toBeVisible();
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: `Block ${people.admin.email}` }).click();
  await dialog(page).getByRole('button', { name: 'Block', exact: true }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('administrator');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(listed(page, people.admin.email)).toBeVisible();
});

test('an admin sees who is signed in, and ends their sessions', async ({ admin: page, browser, baseURL }) => {
  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(other);
  await other.goto('/home');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(signedIn(page, people.volunteer.email)).toContainText('last used just now');
  await expect(signedIn(page, people.admin.email)).toContainText('You');
  await page.getByRole('button', { name: `Sign out ${people.volunteer.email}` }).click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(signedIn(page, people.volunteer.email)).toHaveCount(0);
  expect((await other.request.get('/api/content')).status()).toBe(401);
  // She can sign in again.
  await signIn(other);
  expect((await other.request.get('/api/content')).status()).toBe(200);
  await other.context().close();
});

test('a list that can’t be loaded says so and can be retried', async ({ admin: page }) => {
  const away = { status: 503, json: { error: 'Away for a moment.', code: 'unavailable' } };
  for (const path of ['**/api/blocked-emails', '**/api/sessions']) await page.route(path, (route) => route.fulfill(away));
  await page.reload();
  const sections = ['Blocked Email Addresses', 'Who is signed in'].map((name) => page.getByRole('region', { name }));
  for (const section of sections) await expect(section.getByRole('alert')).toHaveText('Away for a moment.');
  await expectAccessible(page);
  await page.unroute('**/api/blocked-emails');
  await page.unroute('**/api/sessions');
  for (const section of sections) await section.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('No one is blocked.')).toBeVisible();
  await expect(signedIn(page, people.admin.email)).toBeVisible();
});

test('a volunteer signs out everywhere', async ({ volunteer: page, browser, baseURL }) => {
  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(other);
  await page.goto('/home');
  await menu(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expectAccessible(page);
  await page.route('**/auth/logout-everywhere', (route) => route.fulfill({ status: 503, json: { error: 'Away for a moment.', code: 'unavailable' } }));
  await dialog(page).getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('You’re still signed in.');
  await page.unroute('**/auth/logout-everywhere');
  await dialog(page).getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(login(page)).toBeVisible();
  expect((await other.request.get('/api/content')).status()).toBe(401);
  await other.context().close();
});

test('a sign-out that the engine didn’t receive stays pending, and is sent before anything else', async ({ page, context, engine }) => {
  // A tab that closes lets go of the requests that a test has intercepted in it, so the engine is cut off by a real server.
  const front = await startFront();
  front.to(engine.url);
  await signIn(page, 'volunteer', front.url);
  await page.goto(`${front.url}/home`);
  const second = await context.newPage();
  await second.goto(`${front.url}/support`);
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const [cookie] = await context.cookies();
  // The page and the login screen's text still load, just as they do when only the store is down.
  front.to(engine.url, /^\/(?!api|auth)|^\/api\/site/);
  await menu(page);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(login(page)).toBeVisible();
  await expect(login(second), 'in every tab').toBeVisible();
  await page.reload();
  await expect(login(page)).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByRole('alert')).toHaveText('The server can’t be reached.');
  await second.close();

  const alive = () => context.request.get(`${engine.url}/api/content`, { headers: { cookie: `${cookie?.name}=${cookie?.value}` } });
  expect((await alive()).status(), 'the engine hasn’t heard of it').toBe(200);
  const asked: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|auth)\//.test(pathname)) asked.push(pathname);
  });
  front.to(engine.url);
  await page.reload();
  await expect(login(page)).toBeVisible();
  expect(asked[0]).toBe('/auth/logout');
  expect(asked.filter((path) => path === '/auth/logout')).toHaveLength(1);
  expect((await alive()).status()).toBe(401);
  // The sign-out is complete: the next person signs in as usual.
  await signIn(page, 'volunteer', front.url);
  await page.goto(`${front.url}/home`);
  await expect(page.getByRole('link', { name: 'HELPLINE' }).first()).toBeVisible();
  front.stop();
});
