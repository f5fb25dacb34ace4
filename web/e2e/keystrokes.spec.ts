/**
 * Whole contacts without a mouse, and how many keys they take, from the home page to the thank-you page with the note for
 * the ticket copied. The state's name and text typed into fields aren't counted. Each key is pressed only once its target
 * is there.
 */
import type { Locator, Page } from '@playwright/test';
import { clipboard, expect, test } from './harness';

/**
 * No contact takes more keys than this, not even one in which the voter's name and number, a consent, and a deadline
 * are noted.
 */
const most = 12;
const mostWithFacts = 18;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first();

/** Returns functions that use the page and count the keys pressed. */
function hands(page: Page) {
  let pressed = 0;
  return {
    pressed: () => pressed,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        pressed += 1;
      }
    },
    type: (words: string) => page.keyboard.type(words),
    click: async (what: Locator) => {
      await what.click();
      pressed += 1;
    },
  };
}
type Hands = ReturnType<typeof hands>;

async function begin(page: Page): Promise<Hands> {
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  return hands(page);
}

/** Goes from a flow's first step to the first question for a state. */
async function intoTheTree(page: Page, { press, type }: Hands): Promise<void> {
  await expect(button(page, 'ID Assistance')).toBeVisible();
  await press('2');
  await expect(page.getByLabel("Voter's state")).toBeFocused();
  await type('tex');
  await press('Enter');
}

/** Answers the questions one by one, each with its key. Choosing the state was the first. */
async function answer(page: Page, { press }: Hands, keys: readonly string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    await expect(page.getByRole('region', { name: `Question ${String(index + 2)}` })).toBeVisible();
    await press(key);
  }
}

/** Goes from the solution through the agreement to the ticket. */
async function toTheTicket(page: Page, { press }: Hands): Promise<void> {
  await expect(button(page, /^Next Step/)).toBeEnabled();
  await press('Control+Enter');
  await expect(page).toHaveURL(/\/agree\?/);
  await expect(button(page, 'Confirm Agreement First')).toBeDisabled();
  await press('a');
  await expect(page.getByRole('checkbox')).toBeChecked();
  await press('n');
  await expect(page).toHaveURL(/\/zendesk\?/);
}

/** Copies the ticket's note and finishes the ticket. */
async function finish(page: Page, { press, pressed }: Hands, noted: string, atMost = most): Promise<void> {
  await expect(button(page, /^Copy Note/)).toBeVisible();
  await press('c');
  await expect.poll(() => clipboard(page)).toContain(noted);
  await press('Control+Enter');
  await expect(heading(page)).toHaveText('Thank You!');
  expect(pressed()).toBeLessThanOrEqual(atMost);
}

test('helpline, an easy question', async ({ volunteer: page }) => {
  const its = await begin(page);
  await its.press('1');
  await expect(button(page, 'Easy to Answer')).toBeVisible();
  await its.press('1');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await its.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await its.type('lost id');
  await its.press('Enter');
  const entry = page.getByRole('dialog');
  const question = (await entry.locator('h2').textContent()) ?? '';
  await expect(entry.getByRole('button', { name: /^Answered/ })).toBeVisible();
  await its.press('1');
  await expect(button(page, /^Filled Out/)).toBeVisible();
  await finish(page, its, question.replace(/^\d+/, '').trim());
});

test('helpline, an urgent referral', async ({ volunteer: page }) => {
  const its = await begin(page);
  await its.press('1');
  await intoTheTree(page, its);
  await answer(page, its, ['y', 'y', 'y']);
  await expect(page.getByRole('region', { name: 'Urgent referral' })).toBeVisible();
  await toTheTicket(page, its);
  await finish(page, its, 'Lead code: K7');
});

test('helpline, an urgent referral with a name, number, consent, and deadline', async ({ volunteer: page }) => {
  const its = await begin(page);
  await its.press('1');
  await its.click(page.getByLabel("Voter's name"));
  await its.type('Maria');
  await its.press('Tab');
  await its.type('555-0100');
  await its.press('Tab', 'Space');
  await intoTheTree(page, its);
  await answer(page, its, ['y', 'y']);
  await its.click(page.getByLabel('Deadline'));
  const soon = new Date(Date.now() + 10 * 86_400_000);
  await its.type([soon.getMonth() + 1, soon.getDate(), soon.getFullYear()].map((part) => String(part).padStart(2, '0')).join(''));
  await its.click(button(page, /^Yes/));
  await expect(page.getByRole('region', { name: 'Urgent referral' })).toBeVisible();
  await toTheTicket(page, its);
  await finish(page, its, 'Deadline', mostWithFacts);
  for (const noted of ['Maria', '555-0100', /leave a message\?: Yes/]) expect(await clipboard(page)).toMatch(noted);
});

test('chat, no assistance', async ({ volunteer: page }) => {
  const its = await begin(page);
  await its.press('2');
  await intoTheTree(page, its);
  await answer(page, its, ['n', 'n']);
  await toTheTicket(page, its);
  await finish(page, its, 'Texas');
});

test('chat, a regular referral', async ({ volunteer: page }) => {
  const its = await begin(page);
  await its.press('2');
  await intoTheTree(page, its);
  await answer(page, its, ['y', 'y', 'n']);
  await toTheTicket(page, its);
  await finish(page, its, 'Texas');
});

test('a key pressed as soon as a screen appears keeps the focus that it set', async ({ volunteer: page }) => {
  const its = await begin(page);
  await its.press('1');
  await expect(button(page, 'Easy to Answer')).toBeVisible();
  await page.evaluate(() => {
    // Runs before the browser paints what has just been rendered.
    const look = new MutationObserver(() => {
      if (document.querySelector('[role=searchbox]') === null) return;
      look.disconnect();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
    });
    look.observe(document.body, { childList: true, subtree: true });
  });
  await its.press('1');
  await expect(page).toHaveTitle(/^Find the answer/);
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('Esc leaves a text field, and Ctrl+Enter continues only from a decision or at the end of a contact', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  const search = page.getByRole('searchbox');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('1n');
  await expect(search).toHaveValue('1n');
  await page.keyboard.press('Control+Enter');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Esc empties the field, then leaves it.
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/step=faq/);
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/step=easy-ticket/);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A state may lead directly to a decision.
  await page.goto('/dtree?origin=helpline');
  await page.getByLabel("Voter's state").focus();
  await page.keyboard.type('calif');
  await page.keyboard.press('Control+Enter');
  await expect(button(page, 'Start Decision Tree')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'No assistance' })).toBeVisible();

  // At a question, the key says what is missing.
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(heading(page)).toContainText('unexpired ID');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Decision Tree must be completed before moving on to next step').first()).toBeVisible();
});

test('the list of keys includes the screen’s own, and Ctrl+Enter stays when the plain ones are off', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
  await expect(heading(page)).toContainText('K7');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name });
  await expect(row('Next Step')).toHaveText('Next StepCtrl+Enter');
  await expect(row('Copy Decision')).toHaveText('Copy Decisionc');
  await list.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(button(page, 'Copied!')).toHaveCount(0);
  await expect(button(page, 'Next Step')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/agree\?/);
});
