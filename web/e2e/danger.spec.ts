/** Someone is in danger: what to do now is one press away on every screen of a contact, over whatever is open, and back. */
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, loadedAhead, test as base } from './harness';

interface Emergency {
  button: string;
  title: string;
}

/** The words are the staff's: the test knows where they stand, and not what they say. */
const test = base.extend<{ words: Emergency }>({
  words: async ({ volunteer: page }, use) => {
    const content = (await (await page.request.get('/api/content')).json()) as { emergency?: Emergency };
    if (content.emergency === undefined) throw new Error('content has no emergency.yaml');
    await use(content.emergency);
  },
});

const control = (page: Page, { button }: Emergency) => page.getByRole('banner').getByRole('button', { name: button, exact: true });
const dialog = (page: Page, { title }: Emergency) => page.getByRole('dialog', { name: title, exact: true });
const key = 'Control+.';

const screens = [
  '/helpline',
  '/helpline?step=faq',
  '/helpline?step=easy-ticket',
  '/chat',
  '/chat?step=faq',
  '/chat-zendesk',
  '/dtree?origin=helpline',
  '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes',
  '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
  '/agree?origin=chat&state=TX&answers=B.yes,C.yes,D.yes',
  '/zendesk?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
];

for (const [name, viewport] of Object.entries({ laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, 'narrow phone': { width: 320, height: 640 } })) {
  test(`on every screen of a contact, on a ${name}`, async ({ volunteer: page, words }) => {
    await page.setViewportSize(viewport);
    for (const screen of screens) {
      await page.goto(screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(control(page, words), screen).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(viewport.width);
      await control(page, words).click();
      await expect(dialog(page, words), screen).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page, words), screen).toBeHidden();
      await expect(control(page, words), screen).toBeFocused();
      await page.keyboard.press(key);
      await expect(dialog(page, words), screen).toBeVisible();
      await dialog(page, words).getByRole('button', { name: 'Close' }).click();
      await expect(dialog(page, words), screen).toBeHidden();
    }
    const box = await control(page, words).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
  });
}

test('from a text field, and back to the word that was being typed', async ({ volunteer: page, words }) => {
  await page.goto('/helpline?step=faq');
  const search = page.getByRole('searchbox');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('lost i');
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.type('d');
  await expect(search).toHaveValue('lost id');
});

test('from the list of states, and with the plain keys off', async ({ volunteer: page, words }) => {
  await page.goto('/dtree?origin=helpline');
  const select = page.getByLabel("Voter's state");
  await select.focus();
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(select).toBeFocused();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('listitem').filter({ hasText: words.button })).toContainText('Ctrl+.');
  await keys.getByRole('checkbox').uncheck();
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, words)).toBeHidden();
  await expect(keys).toBeVisible();
});

test('over the FAQ and an entry of it, whose keys wait, and back to them', async ({ volunteer: page, words }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(page).toHaveURL(/version=/);
  const there = page.url();
  await page.keyboard.press('/');
  const faq = page.getByRole('dialog', { name: 'FAQ' });
  const search = faq.getByRole('searchbox');
  await expect(search).toBeFocused();
  await page.keyboard.type('lost id');
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page, words)).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('lost id');

  await page.keyboard.press('Enter');
  const place = page.getByText(/^1 of \d+$/);
  await expect(place).toBeVisible();
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(dialog(page, words)).toBeHidden();
  await expect(place).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(page.url()).toBe(there);
});

test('no stray key answers the question behind it', async ({ volunteer: page, words }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(page).toHaveURL(/version=/);
  const there = page.url();
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  for (const stray of ['y', '1', 'Backspace', 'Control+Enter', key]) await page.keyboard.press(stray);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page, words)).toBeHidden();
  expect(page.url()).toBe(there);
  await page.keyboard.press('y');
  await expect(page).toHaveURL(/C\.yes/);
});

test('without a connection, and without a request', async ({ volunteer: page, words }) => {
  await page.goto('/chat');
  await loadedAhead(page);
  await page.context().setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await expect(dialog(page, words)).toContainText(/\w{3}/);
  expect(asked).toEqual([]);
});

test('nothing that axe finds, in either theme', async ({ volunteer: page, words }) => {
  await page.goto('/helpline');
  await expect(control(page, words)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
