/** The voter's state on the FAQ step: choosing it, typing it, keeping it for the tree, and how the answers change. */
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, signIn, startEngine, test as base, type Engine } from './harness';
import { startOnCopy } from './own-content';

/** Inserted before the real entries, so that the test doesn't depend on their text. */
const entry = `entries:
  - id: from-the-moon
    question: May I vote from the moon?
    answer:
      - when: { state: [TX] }
        text: Yes. Ask the county clerk for the lunar form.
      - text: Some states let you. Ask your election office.
    note: Astronauts call on Tuesdays.
    tags: [moon]
`;

const test = base.extend<object, { engine: Engine }>({
  engine: [
    // Playwright reads the fixture's dependencies from the pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const own = await startOnCopy();
      await own.edit('faq/registration.yaml', ['entries:\n', entry]);
      await own.again();
      await use(own.engine);
      await own.stop();
    },
    { scope: 'worker' },
  ],
});

const step = '/helpline?step=faq';
const state = (page: Page) => page.getByRole('combobox', { name: "Voter's state" });
const search = (page: Page) => page.getByRole('searchbox');
const moon = (page: Page) => page.getByRole('list', { name: 'FAQ' }).locator(':scope > li').filter({ hasText: 'May I vote from the moon?' });
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('answers are general until a state is chosen, then specific to that state', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('vote from the moon');
  await expect(moon(page)).toContainText('Some states let you.');
  await state(page).selectOption('Texas');
  await expect(moon(page)).toContainText('lunar form');
  await expect(page).toHaveURL(/[?&]state=TX/);
  expect(query(page, 'version')).toBeNull();
  await page.reload();
  await expect(state(page)).toHaveValue('TX');
  await expect(moon(page)).toContainText('lunar form');
  await state(page).selectOption('Ohio');
  await expect(moon(page)).toContainText('Some states let you.');
  await state(page).selectOption({ index: 0 });
  await expect(page).not.toHaveURL(/state=/);
});

test('text that’s only in a state’s answer is found if that state is chosen', async ({ volunteer: page }) => {
  await page.goto(`${step}&state=TX`);
  const posted = page.waitForRequest((request) => request.url().endsWith('/api/faq/search') && request.postData()?.includes('lunar form') === true);
  await search(page).fill('lunar form');
  expect((await posted).postDataJSON()).toMatchObject({ state: 'TX' });
  await expect(moon(page)).toContainText('lunar form');
});

test('typing in the list selects a state by its code or name, and Enter continues', async ({ volunteer: page }) => {
  await page.goto(step);
  await state(page).focus();
  await page.keyboard.type('TX');
  await expect(state(page)).toHaveValue('TX');
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeFocused();

  await page.goto('/dtree?origin=helpline');
  await state(page).focus();
  await page.keyboard.type('mai');
  await expect(state(page)).toHaveValue('ME');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/state=ME&version=/);
});

test('the state stays with the contact in the tree and the ticket, but not in the next contact', async ({ volunteer: page }) => {
  await page.goto('/helpline');
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await state(page).selectOption('Texas');
  await expect(page).toHaveURL(/state=TX/);
  await page.getByRole('main').getByRole('button', { name: 'Answered' }).click();
  await expect(page).toHaveURL(/step=easy-ticket&state=TX$/);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(state(page)).toHaveValue('TX');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/helpline\?state=TX$/);
  await page.getByRole('button', { name: 'ID Assistance' }).click();
  await expect(page).toHaveURL(/\/dtree\?origin=helpline&state=TX$/);
  await expect(state(page)).toHaveValue('TX');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await expect(page).toHaveURL(/state=TX&version=/);
  await page.getByRole('button', { name: 'New Contact' }).click();
  await expect(page).toHaveURL(/\/helpline$/);
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await expect(state(page)).toHaveValue('');
});

test('the search over the tree uses the contact’s state', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(page).toHaveURL(/version=/);
  await page.keyboard.press('/');
  const panel = page.getByRole('dialog', { name: 'FAQ' });
  await panel.getByRole('searchbox').fill('vote from the moon');
  await expect(panel.getByText('lunar form')).toBeVisible();
  await expect(panel.getByRole('combobox', { name: "Voter's state" })).toHaveCount(0);
});

test('when offline, the general answers are shown and labeled as such', async ({ volunteer: page, context }) => {
  await page.goto(step);
  await expect(moon(page)).toBeAttached();
  await context.setOffline(true);
  await state(page).selectOption('Texas');
  await expect(page.getByText('Showing the general answers. The Texas answers didn’t load.')).toBeVisible();
  await expect(moon(page)).toContainText('Some states let you.');
  await context.setOffline(false);
  await expect(moon(page)).toContainText('lunar form');
  await expect(page.getByText(/general answers/)).toHaveCount(0);
});

test('the best answer is expanded, with the note to the volunteer, and Answered adds it to the ticket', async ({ volunteer: page }) => {
  await page.goto(`${step}&state=TX`);
  await search(page).fill('vote from the moon');
  await expect(moon(page).getByRole('note', { name: 'For you only' })).toContainText('Tuesdays');
  await expect(page.getByText('The ticket has no answers yet.')).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('note', { name: 'For you only' })).toContainText('Tuesdays');
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Yes. Ask the county clerk for the lunar form.');
  await dialog.getByRole('button', { name: 'Answered' }).focus();
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/step=easy-ticket&state=TX$/);
  await expect(page.getByRole('main').getByText('May I vote from the moon?').first()).toBeVisible();
});

test('the step’s text and links stay visible, and nothing moves during typing', async ({ volunteer: page }) => {
  await page.goto(step);
  const parts = [page.getByText("Search with the voter's own words."), ...['FAQ document', 'State ID rules'].map((name) => page.getByRole('main').getByRole('link', { name })), search(page), moon(page)];
  await expect(moon(page)).toBeVisible();
  const boxes = () => Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
  const before = await boxes();
  await search(page).fill('vote from the moon');
  await expect(page.getByRole('main').getByText(/^\d+ found/)).toBeVisible();
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 0.1 });
  expect((await boxes()).slice(0, -1)).toEqual(before.slice(0, -1));
});

test('a state that the search mentions is offered, but never selected automatically', async ({ volunteer: page }) => {
  const said = page.getByRole('status').filter({ hasText: 'mentions' });
  await page.goto(step);
  await search(page).fill('texas vote from the moon');
  await expect(said).toContainText('This search mentions Texas.');
  await expect(moon(page)).toContainText('Some states let you.');
  await expect(state(page)).toHaveValue('');
  // Tab reaches the button, and afterward continues from where the focus was.
  const select = said.getByRole('button', { name: 'Select Texas' });
  await search(page).focus();
  for (let stop = 0; stop < 5 && !(await select.evaluate((element) => element === document.activeElement)); stop += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(moon(page)).toContainText('lunar form');
  await expect(state(page)).toHaveValue('TX');
  await expect(said).toHaveCount(0);
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('texas vote from the moon');

  // The query names another state; the answers stay those of the selected one.
  await search(page).fill('vote from the moon in West Virginia');
  await expect(said).toContainText('This search mentions West Virginia, but the answers are for Texas.');
  await expect(moon(page)).toContainText('lunar form');
  await expect(state(page)).toHaveValue('TX');
  await said.getByRole('button', { name: 'Switch to West Virginia' }).click();
  await expect(state(page)).toHaveValue('WV');
  await expect(moon(page)).toContainText('Some states let you.');
  await expect(said).toHaveCount(0);
});

for (const [path, name] of [[step, 'the FAQ'], ['/dtree?origin=helpline', 'the decision tree']] as const) {
  test(`a place that isn’t served selects no state in the list of ${name}, and a message from content says so`, async ({ volunteer: page }) => {
    await page.goto(path);
    await state(page).focus();
    // Typed without a pause, its first letters would select other states in passing; after a pause, the next letter starts
    // a new search.
    await page.keyboard.type('guam');
    await expect(state(page)).toHaveValue('');
    await expect(page.getByRole('alert')).toContainText('US territory');
    await expect(page).not.toHaveURL(/state=/);
    await page.reload();
    await state(page).focus();
    await page.keyboard.type('D.C.');
    await expect(page.getByRole('alert')).toContainText('Washington, D.C.');
    await expect(state(page)).toHaveValue('');
    await state(page).selectOption('Virginia');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await state(page).focus();
    await page.keyboard.type('washington');
    await expect(state(page)).toHaveValue('WA');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await state(page).focus();
    await page.keyboard.type('washington dc');
    await expect(state(page)).toHaveValue('');
    await expect(page.getByRole('alert')).toContainText('Washington, D.C.');
  });
}

base('a helpline without regions asks for none', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', resolve(import.meta.dirname, '../../engine/tests/data/helplines/no-regions')]);
  try {
    await signIn(page, 'volunteer', engine.url);
    await page.goto(`${engine.url}/calls?step=notes`);
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(page.getByRole('combobox')).toHaveCount(1);
    await expect(page.getByRole('combobox', { name: 'Category' })).toBeVisible();
  } finally {
    await stop();
  }
});
