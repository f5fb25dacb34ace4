/**
 * Someone is in danger: instructions are one press away on every screen of a contact, on top of anything that's open,
 * and closing them returns there.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessibleInBothThemes, loadedAhead, test as base } from './harness';

interface Words {
  choices: { label: string; scripts: { say: string; channel: string }[] }[];
  upset?: { title: string; scripts: { say: string; channel: string }[] };
}

interface Emergency extends Words {
  button: string;
  title: string;
  note: string;
  regions: Record<string, Words>;
}

/** Staff write this text: the test knows where each part is, but not what it says. */
const test = base.extend<{ words: Emergency }>({
  words: async ({ volunteer: page }, use) => {
    const content = (await (await page.request.get('/api/content')).json()) as { emergency?: Emergency };
    if (content.emergency?.note === undefined) throw new Error('content has no emergency.yaml, or no line in it for the note');
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

/** Returns the first script in a list that's for the channel. */
const said = (scripts: { say: string; channel: string }[] = [], channel: string) => scripts.find((script) => script.channel === channel || script.channel === 'any')?.say.split('\n')[0] ?? '';

for (const [name, viewport] of Object.entries({ laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 }, 'narrow phone': { width: 320, height: 640 } })) {
  test(`is on every screen of a contact, on a ${name}`, async ({ volunteer: page, words }) => {
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
  });
}

for (const width of [320, 360, 375, 390, 800]) {
  test(`has its text in the header at ${width}, overlapping nothing and no smaller than its neighbors`, async ({ volunteer: page, words }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
    await expect(control(page, words)).toBeVisible();
    const label = control(page, words).getByText(words.button);
    await expect(label).toBeVisible();
    expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth + 1 || getComputedStyle(element).display === 'inline')).toBe(true);
    const boxes = await page
      .getByRole('banner')
      .locator('a:visible, button:visible')
      .evaluateAll((all) => all.map((one) => ({ name: one.getAttribute('aria-label') ?? one.textContent, ...one.getBoundingClientRect().toJSON() as DOMRect })));
    const own = boxes.find((box) => box.name === words.button);
    if (own === undefined) throw new Error('no control');
    const inner = await label.boundingBox();
    expect(inner && inner.x >= own.left && inner.x + inner.width <= own.right && inner.y >= own.top && inner.y + inner.height <= own.bottom).toBe(true);
    for (const box of boxes.filter((other) => other !== own)) {
      expect(box.right <= own.left || box.left >= own.right, `${box.name} at ${width}`).toBe(true);
    }
    for (const box of boxes) expect(box.right, `${box.name} at ${width}`).toBeLessThanOrEqual(width);
    const search = boxes.find((box) => box.name === 'Search the FAQ');
    expect(own.height).toBeGreaterThanOrEqual(search?.height ?? 0);
    if (width < 720) expect(Math.min(own.width, own.height)).toBeGreaterThanOrEqual(44);
  });
}

test('is less prominent than the answers: no fill, and a thinner border', async ({ volunteer: page, words }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  const look = (element: Element) => {
    const { backgroundColor, borderTopWidth } = getComputedStyle(element);
    return { backgroundColor, border: parseFloat(borderTopWidth) };
  };
  const answer = await page.getByRole('button', { name: 'Yes' }).evaluate(look);
  const own = await control(page, words).evaluate(look);
  expect(own.backgroundColor).toBe(answer.backgroundColor);
  expect(own.border).toBeLessThan(answer.border);
});

for (const [channel, screen] of [['voice', '/helpline'], ['text', '/chat']] as const) {
  test(`shows the choices first, each with its script for ${channel} immediately, by a press or its key`, async ({ volunteer: page, words }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(screen);
    await expect(control(page, words)).toBeVisible();
    await page.keyboard.press(key);
    const inside = dialog(page, words);
    for (const { label } of words.choices) {
      await expect(inside.getByRole('button', { name: label })).toBeInViewport({ ratio: 1 });
      expect((await inside.getByRole('button', { name: label }).boundingBox())?.height).toBeGreaterThanOrEqual(64);
    }
    // The text for someone who is upset is also one press away at every step, without a choice.
    if (words.upset) await expect(inside.getByText(said(words.upset.scripts, channel)).first()).toBeInViewport();
    for (const [index, { label, scripts }] of words.choices.entries()) {
      await page.keyboard.press(`${index + 1}`);
      await expect(inside.getByRole('button', { name: label, pressed: true })).toBeInViewport({ ratio: 1 });
      const group = inside.getByRole('group', { name: label });
      await expect(group).toBeFocused();
      // Scripts for other channels, collapsed below, may begin the same way.
      await expect(group.getByText(said(scripts, channel)).first()).toBeInViewport();
    }
    const [first] = words.choices;
    if (first === undefined) throw new Error('no choice');
    // After a hurried double click, the text stays.
    await inside.getByRole('button', { name: first.label }).dblclick();
    await expect(inside.getByRole('group', { name: first.label }).getByText(said(first.scripts, channel)).first()).toBeInViewport();
    await expect(inside.getByRole('button', { pressed: true })).toHaveCount(1);
  });
}

test('a line with the time is in the note only once it’s added, and disappears with the contact', async ({ volunteer: page, words }) => {
  const note = page.getByRole('region', { name: 'Note for the ticket' });
  await page.goto('/helpline?step=easy-ticket');
  await expect(note).toBeVisible();
  await page.keyboard.press(key);
  await page.keyboard.press('1');
  await dialog(page, words).getByRole('button', { name: 'Close' }).click();
  await expect(note).not.toContainText(words.note);
  await page.keyboard.press(key);
  await dialog(page, words).getByRole('button', { name: 'Add to the Note' }).click();
  await expect(dialog(page, words).getByRole('button', { name: 'Remove from the Note' })).toBeFocused();
  await page.keyboard.press('Escape');
  const line = new RegExp(`${words.note}: \\d+:\\d\\d [AP]M`);
  await expect(note).toContainText(line);
  await page.reload();
  await expect(note).toContainText(line);
  await note.getByRole('button', { name: `Remove: ${words.note}` }).click();
  await expect(note).not.toContainText(words.note);

  await page.keyboard.press(key);
  await dialog(page, words).getByRole('button', { name: 'Add to the Note' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New Contact' }).click();
  await expect(page).toHaveURL(/\/helpline$/);
  await page.goto('/helpline?step=easy-ticket');
  await expect(note).toBeVisible();
  await expect(note).not.toContainText(words.note);
});

test('opens from a text field, and returns to the word that was being typed', async ({ volunteer: page, words }) => {
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

test('opens from the list of states, and with the plain keys off', async ({ volunteer: page, words }) => {
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

test('opens over the FAQ and one of its entries, whose keys wait, and returns to them', async ({ volunteer: page, words }) => {
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
  for (const stray of ['y', '1', 'n', '3', 'Backspace', 'Control+Enter', key]) await page.keyboard.press(stray);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page, words)).toBeHidden();
  expect(page.url()).toBe(there);
  await page.keyboard.press('y');
  await expect(page).toHaveURL(/C\.yes/);
});

test('opens offline and without a request', async ({ volunteer: page, words }) => {
  await page.goto('/chat');
  await loadedAhead(page);
  await page.context().setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  const [first] = words.choices;
  await page.keyboard.press('1');
  await expect(dialog(page, words).getByText(said(first?.scripts, 'text'))).toBeVisible();
  expect(asked).toEqual([]);
});

test('axe finds nothing in either theme', async ({ volunteer: page, words }) => {
  await page.goto('/helpline');
  await expect(control(page, words)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press(key);
  await expect(dialog(page, words)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('1');
  await expect(dialog(page, words).getByRole('button', { pressed: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});
