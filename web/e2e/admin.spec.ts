/** The admin page (spec §2, §4, §5, §8), in every state. */
import type { Page } from '@playwright/test';
import { endSession, enterCode, expect, expectAccessible, people, signIn, test as base } from './harness';

const api = '/api/allowed-emails';
const start = [people.admin.email, people.volunteer.email, 'ann@example.com', 'ben@example.com'];

/** A page where the admin is signed in, with the list that every test starts with. */
const test = base.extend<{ admin: Page }>({
  admin: async ({ page }, use) => {
    await signIn(page, 'admin');
    await save(page, start);
    await page.goto('/admin');
    await expect(row(page, 'ann@example.com')).toBeVisible();
    await use(page);
  },
});

const save = async (page: Page, emails: readonly string[]) => {
  const answer = await page.request.put(api, { data: { emails } });
  expect(answer.status()).toBe(200);
};
const saved = async (page: Page) => ((await (await page.request.get(api)).json()) as { emails: string[] }).emails;
const row = (page: Page, email: string) => page.locator(`li[data-email="${email}"]`);
const field = (page: Page) => page.getByRole('textbox', { name: 'Email address' });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add', exact: true });
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const unsaved = (page: Page) => page.getByRole('region', { name: 'You have unsaved changes.' });
const count = (page: Page) => page.getByRole('heading', { name: 'Allowed Email Addresses' }).locator('..').getByText(/^\d+$/);

async function add(page: Page, email: string) {
  await field(page).fill(email);
  await field(page).press('Enter');
  await expect(row(page, email)).toBeVisible();
}

test('adds by Enter, edits in place, removes, and saves', async ({ admin: page }) => {
  await expect(count(page)).toHaveText('4');
  await expect(addButton(page)).toBeDisabled();
  await expect(unsaved(page)).toBeHidden();
  await field(page).fill('  Cy@Example.com ');
  await expect(addButton(page)).toBeEnabled();
  await field(page).press('Enter');
  await expect(row(page, 'cy@example.com')).toContainText('New');
  await expect(field(page)).toHaveValue('');
  await expect(count(page)).toHaveText('5');

  await page.getByRole('button', { name: 'Edit ben@example.com' }).click();
  const inline = page.getByRole('textbox', { name: 'New address for ben@example.com' });
  await expect(inline).toBeFocused();
  await inline.fill('BENNO@example.com');
  await inline.press('Enter');
  await expect(row(page, 'benno@example.com')).toContainText('was ben@example.com');

  await page.getByRole('button', { name: 'Remove ann@example.com' }).click();
  await expect(row(page, 'ann@example.com')).toContainText('Removed');
  await expect(page.getByRole('button', { name: /^Edit ann@|Undo .*ann@/ })).toBeFocused();
  await expect(count(page)).toHaveText('4');
  await expect(unsaved(page)).toContainText('2 to add, 2 to remove');
  expect(await saved(page)).toEqual([...start].sort());

  await saveButton(page).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
  await expect(unsaved(page)).toBeHidden();
  await expect(row(page, 'ann@example.com')).toHaveCount(0);
  expect(await saved(page)).toEqual([people.admin.email, 'benno@example.com', 'cy@example.com', people.volunteer.email].sort());
});

test('Add says why it’s disabled, and pressing Enter on an invalid address shows an alert', async ({ admin: page }) => {
  const form = field(page).locator('../..');
  await expect(form).toContainText('Type an address');
  await field(page).fill('ann');
  await expect(addButton(page)).toBeDisabled();
  await expect(form.getByText('Invalid email format')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Invalid email format');
  await field(page).fill('ANN@example.com ');
  await expect(form.getByText('Email already exists')).toBeVisible();
  await field(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Email already exists');
  await expect(count(page)).toHaveText('4');
  await expectAccessible(page);
});

test('an edited address is compared with every address but itself', async ({ admin: page }) => {
  const inline = page.getByRole('textbox', { name: 'New address for ann@example.com' });
  await page.getByRole('button', { name: 'Edit ann@example.com' }).click();
  const done = page.getByRole('button', { name: 'Done' });
  await expect(done).toBeEnabled();
  const editing = row(page, 'ann@example.com');
  await inline.fill('ben@example.com');
  await expect(editing).toContainText('Email already exists');
  await expect(done).toBeDisabled();
  await inline.fill('ben');
  await expect(editing).toContainText('Invalid email format');
  // When Enter is pressed, the reason is announced, as it is when adding an address.
  await inline.press('Enter');
  await expect(editing.getByRole('alert')).toHaveText('Invalid email format');
  await expectAccessible(page);
  await inline.press('Escape');
  await expect(row(page, 'ann@example.com')).toBeVisible();
  await expect(unsaved(page)).toBeHidden();
});

test('every change can be undone, one by one and all at once', async ({ admin: page }) => {
  await page.getByRole('button', { name: 'Remove ann@example.com' }).click();
  await page.getByRole('button', { name: 'Undo the removal of ann@example.com' }).click();
  await expect(unsaved(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit ann@example.com' })).toBeFocused();
  await add(page, 'cy@example.com');
  await page.getByRole('button', { name: 'Remove ben@example.com' }).click();
  await expectAccessible(page);
  await unsaved(page).getByRole('button', { name: 'Discard' }).click();
  await expect(unsaved(page)).toBeHidden();
  await expect(row(page, 'cy@example.com')).toHaveCount(0);
  await expect(row(page, 'ben@example.com')).not.toContainText('Removed');
});

test('Changes saved is shown for three seconds', async ({ admin: page }) => {
  await page.clock.install();
  await add(page, 'cy@example.com');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await saveButton(page).click();
  const told = page.getByRole('main').getByText('Changes saved', { exact: true });
  await expect(told).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(told).toBeVisible();
  await page.clock.runFor(200);
  await expect(told).toBeHidden();
});

test('many addresses are previewed before they’re added', async ({ admin: page }) => {
  await field(page).focus();
  await page.evaluate(() => navigator.clipboard.writeText('Cy Cee <Cy@example.com>, ann@example.com\nnobody\ndee@example.com'));
  await page.keyboard.press('ControlOrMeta+v');
  const dialog = page.getByRole('dialog', { name: 'Add multiple addresses' });
  await expect(dialog).toContainText('New (2)');
  await expect(dialog).toContainText('Already on the list (1)');
  await expect(dialog).toContainText('Not an email address (1)');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add 2 new' }).click();
  await expect(row(page, 'cy@example.com')).toContainText('New');
  await expect(row(page, 'dee@example.com')).toContainText('New');
  await expect(count(page)).toHaveText('6');
  await page.getByRole('button', { name: 'Add Many' }).click();
  await expect(dialog.getByRole('button', { name: 'Nothing new to add' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a long list can be filtered', async ({ admin: page }) => {
  await save(page, [...start, ...Array.from({ length: 300 }, (_, index) => `person${index}@example.com`)]);
  await page.reload();
  await expect(count(page)).toHaveText('304');
  await expect(page.getByRole('button', { name: 'Show More (104)' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Filter addresses' }).fill('PERSON29');
  await expect(page.getByText('11 of 304')).toBeVisible();
  await expect(page.locator('li[data-email]')).toHaveCount(11);
  await page.getByRole('searchbox', { name: 'Filter addresses' }).fill('nobody');
  await expect(page.getByText('No addresses match.')).toBeVisible();
  await expectAccessible(page);
});

test('unsaved work keeps the screen, however someone tries to leave', async ({ admin: page }) => {
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('link', { name: 'Admin Settings' }).click();
  await add(page, 'cy@example.com');
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  const stays = async () => {
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(row(page, 'cy@example.com')).toBeVisible();
  };
  await page.getByRole('banner').getByRole('link', { name: 'CHAT' }).click();
  await expectAccessible(page);
  await stays();
  await page.goBack();
  await stays();
  await page.goBack();
  await stays();
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await stays();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await stays();
  await page.goBack();
  await dialog.getByRole('button', { name: 'Leave Without Saving' }).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await saved(page)).toEqual([...start].sort());
  await page.goForward();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(row(page, 'ann@example.com')).toBeVisible();
  await expect(row(page, 'cy@example.com')).toHaveCount(0);
  // When the tab is being closed, the browser itself asks.
  await add(page, 'dee@example.com');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
});

test('two admins: nobody overwrites the other, and nothing is lost', async ({ admin: page, browser, baseURL }) => {
  const other = await (await browser.newContext({ baseURL })).newPage();
  await signIn(other, 'admin');
  await other.goto('/admin');
  await expect(row(other, 'ann@example.com')).toBeVisible();

  await add(page, 'mine@example.com');
  await page.getByRole('button', { name: 'Remove ann@example.com' }).click();
  await add(other, 'theirs@example.com');
  await other.getByRole('button', { name: 'Remove ben@example.com' }).click();
  await saveButton(other).click();
  await expect(other.getByText('Changes saved', { exact: true }).first()).toBeVisible();

  await saveButton(page).click();
  const note = page.getByText(/^Someone else changed the list while you had it open/);
  await expect(note).toContainText('theirs@example.com was added');
  await expect(note).toContainText('ben@example.com was removed');
  await expect(row(page, 'mine@example.com')).toContainText('New');
  await expect(row(page, 'ann@example.com')).toContainText('Removed');
  await expect(row(page, 'theirs@example.com')).toBeVisible();
  await expect(row(page, 'ben@example.com')).toHaveCount(0);
  await expectAccessible(page);
  await saveButton(page).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
  expect(await saved(page)).toEqual([people.admin.email, people.volunteer.email, 'mine@example.com', 'theirs@example.com'].sort());
  await other.context().close();
});

test('admins can’t remove their own access, and nothing else is lost if they try', async ({ admin: page }) => {
  await add(page, 'cy@example.com');
  await page.getByRole('button', { name: `Remove ${people.admin.email}` }).click();
  await saveButton(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alert')).not.toHaveText(/Request failed|Failed to save/);
  await expect(row(page, 'cy@example.com')).toContainText('New');
  await page.getByRole('button', { name: `Undo the removal of ${people.admin.email}` }).click();
  await saveButton(page).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
});

test('an admin grants and revokes the right, but the engine refuses to let admins revoke their own', async ({ admin: page }) => {
  await expect(row(page, people.admin.email).getByText('Admin', { exact: true })).toBeVisible();
  await expect(row(page, people.admin.email).getByText('You', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Make ann@example.com an admin' }).click();
  await expect(row(page, 'ann@example.com').getByText('Admin', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke admin from ann@example.com' })).toBeFocused();
  // The list has a different tag now; saving still works.
  await add(page, 'cy@example.com');
  await saveButton(page).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Revoke admin from ann@example.com' }).click();
  await expect(row(page, 'ann@example.com').getByText('Admin', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: `Revoke admin from ${people.admin.email}` }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(row(page, people.admin.email).getByText('Admin', { exact: true })).toBeVisible();
});

test('the audit trail shows what was changed, by whom, and when', async ({ admin: page }) => {
  await save(page, [...start, 'traced@example.com']);
  await page.getByText('Who changed the list').click();
  const first = page.getByRole('list').last().getByRole('listitem').first();
  await expect(first).toContainText('Added: traced@example.com');
  await expect(first).toContainText(people.admin.email);
  await expectAccessible(page);
});

test('a list that fails to load falls back to the collection; if both fail, an alert says so', async ({ admin: page }) => {
  const away = { status: 503, json: { error: 'Away.', code: 'store_unavailable' } };
  await page.route(`**${api}`, (route) => route.fulfill(away));
  await page.reload();
  await expect(row(page, 'ann@example.com')).toBeVisible();
  await page.unroute(`**${api}`);
  await page.route(`**${api}**`, (route) => route.fulfill(away));
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('Failed to load emails');
  await expectAccessible(page);
  await page.unroute(`**${api}**`);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(row(page, 'ann@example.com')).toBeVisible();
});

test('a save that fails shows the server’s message, or else the content’s, and loses nothing', async ({ admin: page }) => {
  await add(page, 'cy@example.com');
  const alert = page.getByRole('alert').first();
  const answers = [
    [{ status: 503, json: { error: 'The document store is away.', code: 'store_unavailable' } }, 'The document store is away.'],
    [{ status: 500, body: 'oops' }, 'Request failed'],
    [undefined, 'Failed to save changes'],
    [{ status: 422, json: { error: 'Invalid email format', code: 'invalid_email', details: { problems: [{ email: 'cy@example.com', error: 'Invalid email format' }] } } }, 'Invalid email format: cy@example.com'],
  ] as const;
  for (const [answer, sentence] of answers) {
    await page.route(`**${api}`, (route) => (answer === undefined ? route.abort() : route.fulfill(answer)));
    await saveButton(page).click();
    await expect(unsaved(page).getByRole('alert')).toHaveText(sentence);
    await expect(row(page, 'cy@example.com')).toContainText('New');
    await page.unroute(`**${api}`);
  }
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expectAccessible(page);
  await saveButton(page).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
  await expect(alert).toBeHidden();
});

test('an expired session loses no unsaved work', async ({ admin: page }) => {
  await add(page, 'cy@example.com');
  // Without this, polling could notice the ended session first and remove the button.
  await page.route('**/api/content/status', () => undefined);
  await endSession(page);
  await saveButton(page).click();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await enterCode(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await (await opened).getByRole('button', { name: new RegExp(people.admin.name) }).click();
  await expect(row(page, 'cy@example.com')).toContainText('New');
  await saveButton(page).click();
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible();
  expect(await saved(page)).toContain('cy@example.com');
});

test('anyone who isn’t an admin sees that access is restricted', async ({ volunteer: page }) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Access Restricted' })).toBeVisible();
  await expect(page.getByText('program coordinator')).toBeVisible();
  expect((await page.request.get(api)).status()).toBe(403);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
});
