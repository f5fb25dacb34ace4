/** The FAQ as step 2 of a contact: typing, filtering, enlarging, copying, and marking as used. */
import type { Page } from '@playwright/test';
import { clipboard, expect, refuseClipboard, test } from './harness';

const step = '/helpline?step=faq';
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search FAQ topics, questions, or keywords...' });
const category = (page: Page) => page.getByRole('combobox', { name: 'Category' });
const entries = (page: Page) => page.getByRole('list', { name: 'FAQ' }).locator(':scope > li');
const questions = (page: Page) => entries(page).locator('[data-entry]');

test('every entry is listed and numbered before anything is typed', async ({ volunteer: page }) => {
  await page.goto(step);
  await expect(search(page)).toHaveAttribute('placeholder', 'Search FAQ topics, questions, or keywords...');
  const answer = await page.request.get('/api/faq');
  const { entries: all } = (await answer.json()) as { entries: { question: string; category: string; tags: string[] }[] };
  await expect(entries(page)).toHaveCount(all.length);
  const first = entries(page).first();
  await expect(first).toHaveAttribute('value', '1');
  await expect(first).toContainText(all[0]?.question ?? 'none');
  await expect(first).toContainText(all[0]?.category ?? 'none');
  await expect(first).toContainText(all[0]?.tags[0] ?? 'none');
});

test('the list is at most 24rem tall and scrolls', async ({ volunteer: page }) => {
  await page.goto(step);
  await expect(entries(page).first()).toBeVisible();
  const box = await page.getByRole('list', { name: 'FAQ' }).evaluate((list) => {
    const panel = list.parentElement as HTMLElement;
    return { height: panel.getBoundingClientRect().height, rem: parseFloat(getComputedStyle(document.documentElement).fontSize), scrolls: panel.scrollHeight > panel.clientHeight };
  });
  expect(box.height).toBeLessThanOrEqual(24 * box.rem);
  expect(box.scrolls).toBe(true);
});

test('results follow the typing with highlights, and return after a reload and after Back', async ({ volunteer: page }) => {
  await page.goto('/helpline');
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await expect(entries(page).first()).toBeVisible();
  const before = await page.evaluate(() => [location.href, history.length]);
  await search(page).pressSequentially('expired licens');
  await expect(questions(page).first()).toHaveText("Can I vote with an expired driver's license or ID?");
  await expect(questions(page).first().locator('mark').first()).toHaveText('expired');
  expect(await page.evaluate(() => [location.href, history.length])).toEqual(before);
  await page.reload();
  await expect(search(page)).toHaveValue('expired licens');
  await expect(questions(page).first()).toContainText('expired');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Easy to Answer' })).toBeVisible();
  await page.goForward();
  await expect(search(page)).toHaveValue('expired licens');
  await expect(questions(page).first()).toContainText('expired');
});

test('each history entry has its own search text, and visiting another screen loses none', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('expired license');
  await page.getByRole('button', { name: /^Need Help/ }).click();
  await expect(page).toHaveURL(/\/support$/);
  await page.getByRole('link', { name: 'Return to Contact' }).click();
  await expect(search(page)).toHaveValue('expired license');
  await search(page).fill('hotline');
  await page.goBack();
  await page.goBack();
  await expect(search(page)).toHaveValue('expired license');
  await page.goForward();
  await page.goForward();
  await expect(search(page)).toHaveValue('hotline');
  await page.getByRole('button', { name: 'New Contact' }).click();
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(entries(page).first()).toHaveAttribute('value', '1');
});

test('an old URL that contains search text passes it to the search field, and no longer contains it', async ({ volunteer: page }) => {
  await page.goto(`${step}&q=expired%20license&category=Registration`);
  await expect(search(page)).toHaveValue('expired license');
  expect(await page.evaluate(() => location.search)).toBe('?step=faq&category=Registration');
  await expect(category(page)).toHaveValue('Registration');
  await expect(page.getByRole('main').getByText(/^\d+ found|^Nothing matches well/)).toBeVisible();
});

test('no older response is shown after a newer one', async ({ volunteer: page }) => {
  await page.goto(step);
  await expect(entries(page).first()).toBeVisible();
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  let slow = false;
  await page.route('**/api/faq/search', async (route) => {
    if ((route.request().postDataJSON() as { q: string }).q !== 'ride') return route.continue();
    slow = true;
    await held;
    await route.continue().catch(() => undefined);
  });
  await search(page).fill('ride');
  await expect.poll(() => slow).toBe(true);
  await search(page).fill('hotline');
  await expect(questions(page).first()).toContainText('hotline');
  release();
  // The next response arrives after the one that was held back.
  await search(page).fill('hotlines');
  await expect(page.getByRole('main').getByText(/^\d+ found/)).toBeVisible();
  await expect(questions(page).first()).toContainText('hotline');
});

test('a category narrows the results, shows counts, and can be cleared in two ways', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('id');
  await expect(page.getByRole('main').getByText(/^\d+ found/)).toBeVisible();
  const options = await category(page).getByRole('option').allTextContents();
  const counts = options.map((text) => Number(/\((\d+)\)$/.exec(text)?.[1]));
  expect(options[0]).toMatch(/^All categories \(/);
  expect(counts[0]).toBe(counts.slice(1).reduce((sum, count) => sum + count, 0));
  await category(page).selectOption('Registration');
  await expect(page).toHaveURL(/category=Registration/);
  const chosen = counts[options.findIndex((text) => text.startsWith('Registration'))];
  const numbers = async () => ((await page.getByRole('main').getByText(/^\d+ found/).textContent()) ?? '').match(/\d+(?= found| weaker)/g)?.map(Number) ?? [];
  await expect.poll(async () => (await numbers()).reduce((sum, count) => sum + count, 0)).toBe(chosen);
  // The counts are still those for the query.
  expect(await category(page).getByRole('option').allTextContents()).toEqual(options);
  await page.getByRole('button', { name: 'Clear category' }).click();
  await expect(page).not.toHaveURL(/category=/);
  await category(page).selectOption({ index: 2 });
  await expect(page).toHaveURL(/category=/);
  await category(page).selectOption({ index: 0 });
  await expect(page).not.toHaveURL(/category=/);
});

test('if nothing is found, the page says so and offers ways to continue', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('xqzwvk');
  await expect(page.getByText('No questions found matching your search.')).toBeVisible();
  await page.getByRole('button', { name: 'Browse all' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(search(page)).toBeFocused();
  await expect(entries(page).first()).toHaveAttribute('value', '1');

  await page.goto(`${step}&category=No%20such`);
  await expect(page.getByText('No questions found matching your search.')).toBeVisible();
  await search(page).fill('provisional ballot');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Clear category' }).first().click();
  await expect(entries(page).first()).toBeVisible();
});

const fold = (page: Page) => page.getByRole('heading').getByRole('button', { name: /^Weaker matches \(\d+\)$/ });
const weak = (page: Page) => page.getByRole('list', { name: /^Weaker matches/ }).locator(':scope > li');

test('weak matches are collapsed under the others until someone expands them', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('expired license');
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
  expect(await entries(page).count()).toBeGreaterThan(0);
  await expect(weak(page)).toHaveCount(0);
  await fold(page).click();
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(weak(page).first()).toBeVisible();
  await search(page).fill('expired licens');
  await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
});

test('if nothing matches well, the page says so and leads to help', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('when does the opera begin');
  await expect(page.getByText('Nothing matches well.')).toBeVisible();
  await expect(entries(page)).toHaveCount(0);
  await fold(page).click();
  await expect(weak(page).first()).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Need Help', exact: true }).first().click();
  await expect(page).toHaveURL(/\/support$/);
});

test('an entry is enlarged by a click, the next one by a key, and the focus returns', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('report a problem');
  await expect(questions(page).first()).toContainText('hotline');
  const [first, second] = [questions(page).nth(0), questions(page).nth(1)];
  const names = [await first.textContent(), await second.textContent()];
  await first.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText(names[0] ?? '');
  await expect(dialog).toContainText('866-OUR-VOTE');
  const link = dialog.getByRole('link', { name: /usa\.gov/ }).first();
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(dialog.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.keyboard.press('j');
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText(names[1] ?? '');
  await page.keyboard.press('k');
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText(names[0] ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText(names[1] ?? '');
  for (let stop = 0; stop < 15; stop += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null);
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(second).toBeFocused();
});

test('an answer is copied as plain text, with its URLs written out', async ({ volunteer: page }) => {
  await page.goto(step);
  await search(page).fill('hotline');
  const first = entries(page).first();
  await expect(first).toContainText('hotline');
  await first.getByRole('button', { name: 'Copy' }).click();
  await expect(first.getByRole('button', { name: 'Copied!' })).toBeVisible();
  const text = await clipboard(page);
  expect(text).toContain('866-OUR-VOTE');
  expect(text).toContain('https://usa.gov/election-office');
  expect(text).not.toMatch(/\]\(|[<>]|\*\*/);
});

test('if the clipboard is refused, the text is shown for copying manually', async ({ volunteer: page }) => {
  await refuseClipboard(page);
  await page.goto(step);
  await search(page).fill('hotline');
  await expect(entries(page).first()).toContainText('hotline');
  await entries(page).first().getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Text to copy' })).toHaveValue(/866-OUR-VOTE/);
});

for (const [flow, answered] of [['/helpline', /step=easy-ticket/], ['/chat', /\/chat-zendesk/]] as const) {
  test(`answers that were used are in the note at the ticket step of ${flow}, and are discarded with the contact`, async ({ volunteer: page }) => {
    await page.goto(`${flow}?step=faq`);
    await search(page).fill('lost id');
    await expect(questions(page).first()).toContainText('lost');
    const names = [];
    for (const index of [1, 0]) {
      names.push(await questions(page).nth(index).textContent());
      await entries(page).nth(index).getByRole('button', { name: 'Add to ticket' }).click();
      await expect(entries(page).nth(index).getByRole('button', { name: 'In the ticket', pressed: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Answered' }).click();
    await expect(page).toHaveURL(answered);
    const note = page.getByRole('region', { name: 'Note for the ticket' });
    await note.getByRole('button', { name: 'Copy Note' }).click();
    await expect(note.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(await clipboard(page)).toContain(`FAQ answers used:\n1. ${names[0]}\n2. ${names[1]}`);
    await page.reload();
    const list = page.getByRole('region', { name: 'FAQ answers used' });
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await list.getByRole('button', { name: /^Remove/ }).first().click();
    await expect(list.getByRole('listitem')).toHaveText([names[1] ?? '']);
    await expect(note).not.toContainText(names[0] ?? 'none');
    await page.getByRole('button', { name: 'New Contact' }).click();
    await page.goto(`${flow}?step=faq`);
    await expect(entries(page).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'In the ticket', pressed: true })).toHaveCount(0);
  });
}

test('when offline, the loaded entries are searched and the results labeled as simpler', async ({ volunteer: page, context }) => {
  await page.goto(step);
  await expect(entries(page).first()).toBeVisible();
  await context.setOffline(true);
  await search(page).fill('provisional');
  await expect(page.getByText('The full search isn’t available, so these are simpler results.')).toBeVisible();
  await expect(questions(page).first()).toContainText(/provisional/i);
  await questions(page).first().click();
  await expect(page.getByRole('dialog')).toContainText(/provisional/i);
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(page.getByText('The full search isn’t available, so these are simpler results.')).toHaveCount(0);
  await expect(questions(page).first()).toContainText(/provisional/i);
});

test('the count is announced once typing pauses', async ({ volunteer: page }) => {
  await page.goto(step);
  await expect(entries(page).first()).toBeVisible();
  await search(page).pressSequentially('hotline');
  await expect(page.getByRole('status').filter({ hasText: /^\d+ found/ })).toHaveCount(1);
  await search(page).fill('xqzwvk');
  await expect(page.getByRole('status').filter({ hasText: 'No questions found matching your search.' })).toHaveCount(1);
});
