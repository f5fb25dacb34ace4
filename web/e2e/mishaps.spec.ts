/** Things that go wrong in the middle of a contact, one walk each: nobody gets stuck. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFront } from './front';
import { expect, loadedAhead, refuseClipboard, signIn, startEngine, test, type Page } from './harness';

const texas = '/dtree?origin=helpline&state=TX';
const ticket = '/zendesk?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const guide = (page: Page) => page.frameLocator('iframe').getByRole('heading', { level: 1 });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'You’re offline' });
const faq = (page: Page) => page.getByRole('dialog', { name: 'FAQ' });
const entries = (page: Page) => page.evaluate(() => history.length);
/** Goes back as the browser does, without waiting for a page load, because none happens. */
const back = (page: Page) => page.evaluate(() => history.back());
const forward = (page: Page) => page.evaluate(() => history.forward());
const answer = (question: number) => async (page: Page) => {
  await expect(page.getByText(`Question ${question}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
};

/** A whole contact, move by move. */
const contact: readonly (readonly [where: string, go: (page: Page) => Promise<void>])[] = [
  ['home', (page) => page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click()],
  ['the first step', (page) => button(page, 'ID Assistance').click()],
  [
    'the choice of a state',
    async (page) => {
      await page.getByRole('combobox').selectOption('GA');
      await button(page, 'Start Decision Tree').click();
    },
  ],
  ['the first question', answer(2)],
  ['the second question', answer(3)],
  ['the third question', answer(4)],
  ['the decision', (page) => button(page, 'Next Step').click()],
  [
    'the agreement',
    async (page) => {
      await page.getByRole('checkbox').check();
      await button(page, 'Continue').click();
    },
  ],
  [
    'the ticket',
    async (page) => {
      await expect(guide(page)).toBeVisible();
      await button(page, 'Filled Out').click();
      await expect(heading(page)).toHaveText('Thank You!');
    },
  ],
];

test.describe('the network goes down', () => {
  for (const [lost, [where]] of contact.entries()) {
    test(`at ${where}: the contact continues to its end`, async ({ volunteer: page, context }) => {
      await page.goto('/home');
      await loadedAhead(page);
      await page.waitForLoadState('networkidle');
      for (const [index, [, go]] of contact.entries()) {
        if (index === lost) {
          await context.setOffline(true);
          await expect(banner(page)).toBeVisible();
        }
        await go(page);
      }
      await context.setOffline(false);
      await expect(banner(page)).toBeHidden();
    });
  }

  test('at the FAQ: the loaded entries are searched, and the ticket follows', async ({ volunteer: page, context }) => {
    await page.goto('/helpline?step=faq');
    await loadedAhead(page);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('searchbox').fill('ballot');
    await expect(page.locator('[data-entry]').first()).toContainText(/ballot/i);
    await button(page, 'Answered').click();
    await expect(guide(page)).toBeVisible();
  });

  test('before the guide has loaded: the page says so and requests it again', async ({ volunteer: page }) => {
    await page.route('**/guides/*', (route) => route.abort());
    await page.goto(ticket);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Open in new tab/ })).toBeVisible();
    const again = page.waitForRequest('**/guides/*');
    await button(page, 'Try Again').click();
    await again;
    await page.unroute('**/guides/*');
    // The guide may load automatically along with the prefetched data; then there's nothing left to press.
    await button(page, 'Try Again').or(page.locator('iframe')).click();
    await expect(guide(page)).toBeVisible();
  });
});

test('the guide that the app holds is styled, and its links open in a new tab', async ({ volunteer: page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto(ticket);
  await expect(guide(page)).toBeVisible();
  const frame = page.frameLocator('iframe');
  // The app's policy allows the page's own stylesheet.
  expect(await frame.locator('body').evaluate((body) => getComputedStyle(body).margin)).toBe('0px');
  expect(await frame.locator('article').evaluate((article) => getComputedStyle(article).paddingTop)).toBe('24px');
  for (const link of await frame.getByRole('link').all()) await expect(link).toHaveAttribute('target', '_blank');
  // The page looks the same in its own tab.
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: /Open in new tab/ }).click();
  const tab = await opened;
  await expect(heading(tab)).toBeVisible();
  expect(await tab.locator('article').evaluate((article) => getComputedStyle(article).paddingTop)).toBe('24px');
  expect(refused).toEqual([]);
});

test('the engine restarts while the ticket is being written', async ({ page }) => {
  const data = await mkdtemp(join(tmpdir(), 'callguide-mishap-'));
  const front = await startFront();
  let turn: Awaited<ReturnType<typeof startEngine>> | undefined;
  const begin = async () => {
    turn = await startEngine([], data);
    front.to(turn.engine.url);
  };
  const end = async () => {
    front.to(undefined);
    await turn?.stop();
    turn = undefined;
  };
  await begin();
  try {
    await signIn(page, 'volunteer', front.url);
    await page.goto(front.url + ticket);
    await expect(guide(page)).toBeVisible();
    await loadedAhead(page);
    await end();
    // The network is up but the engine is down; to the volunteer it's the same.
    await expect(banner(page)).toBeVisible();
    await expect(guide(page)).toBeVisible();
    await button(page, 'Back').click();
    await expect(page.getByRole('checkbox')).toBeVisible();
    await page.getByRole('checkbox').check();
    await button(page, 'Continue').click();
    await expect(guide(page)).toBeVisible();
    await begin();
    await expect(banner(page)).toBeHidden();
    await button(page, 'Filled Out').click();
    await expect(heading(page)).toHaveText('Thank You!');
  } finally {
    front.stop();
    await end();
    await rm(data, { recursive: true, force: true });
  }
});

test('one failed call shows no banner', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  await loadedAhead(page);
  await page.waitForLoadState('networkidle');
  let shown = false;
  await page.exposeFunction('bannerShown', () => (shown = true));
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.textContent.includes('You’re offline')) (window as unknown as { bannerShown: () => void }).bannerShown();
    }).observe(document.body, { subtree: true, childList: true });
  });
  let failed = 0;
  await page.route('**/api/faq/search', (route) => (failed++ === 0 ? route.fulfill({ status: 502 }) : route.continue()));
  const found = page.waitForResponse((response) => response.url().endsWith('/api/faq/search') && response.ok());
  await page.getByRole('searchbox').fill('ballot');
  await found;
  await expect(page.locator('[data-entry]').first()).toContainText(/ballot/i);
  expect(failed).toBeGreaterThan(1);
  expect(shown).toBe(false);
});

test('the clipboard is refused: the decision can be selected', async ({ volunteer: page }) => {
  await refuseClipboard(page);
  await page.goto(`${texas}&answers=B.yes,C.yes,D.yes`);
  await button(page, /^Copy Decision/).click();
  await expect(page.getByRole('alert')).toHaveText('Copy to clipboard failed. Please manually select and copy the decision history.');
  const field = page.getByRole('textbox', { name: 'Text to copy' });
  await expect(field).toBeFocused();
  expect(await field.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => value.slice(selectionStart, selectionEnd))).toMatch(/Texas/);
});

test('the sign-in window is closed: the button can be pressed again', async ({ page }) => {
  await page.goto(texas);
  const opened = page.waitForEvent('popup');
  await button(page, 'Sign in with Google').click();
  const popup = await opened;
  await expect(button(page, 'Signing in...')).toBeDisabled();
  await popup.close();
  // The page has the focus again, which a headless browser doesn't always report.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(button(page, 'Sign in with Google')).toBeEnabled();
  await expect(page.getByRole('alert')).toBeHidden();
  await signIn(page);
  await page.reload();
  await expect(button(page, 'Start Decision Tree')).toBeVisible();
});

test('signed out in another tab with the FAQ open: the login screen appears, and signing in returns to the same place', async ({ volunteer: page, context }) => {
  await page.goto(`${texas}&answers=B.yes`);
  await expect(heading(page)).toContainText('unexpired ID');
  await page.keyboard.press('/');
  await expect(faq(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/home');
  await button(other, /: profile$/).click();
  await other.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page)).toHaveText('Welcome Back');
  await expect(faq(page)).toBeHidden();
  await signIn(page);
  await page.reload();
  await expect(heading(page)).toContainText('unexpired ID');
  await expect(faq(page)).toBeHidden();
});

test.describe('Back with something open', () => {
  test('closes the FAQ over a question, and the next Back belongs to the question', async ({ volunteer: page }) => {
    await page.goto(`${texas}&answers=B.yes`);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(heading(page)).toContainText('deadline');
    const there = page.url();
    await page.keyboard.press('/');
    await faq(page).getByRole('searchbox').fill('lost id');
    await back(page);
    await expect(faq(page)).toBeHidden();
    expect(page.url()).toBe(there);
    await expect(heading(page)).toContainText('deadline');
    await back(page);
    await expect(heading(page)).toContainText('unexpired ID');
  });

  test('closes one overlay after another: an entry, then the FAQ', async ({ volunteer: page }) => {
    await page.goto(texas);
    await expect(heading(page)).toBeVisible();
    await button(page, 'Search the FAQ').click();
    await faq(page).getByRole('searchbox').fill('ballot');
    await expect(faq(page).locator('[data-entry]').first()).toContainText(/ballot/i);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(faq(page).getByRole('searchbox')).toHaveValue('ballot');
    await back(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Start Decision Tree')).toBeVisible();
  });

  test('Esc leaves nothing behind: Back belongs to the screen, and Forward opens nothing', async ({ volunteer: page }) => {
    await page.goto('/helpline');
    await button(page, 'Easy to Answer').click();
    await page.locator('[data-entry]').first().click();
    const entry = page.getByRole('dialog');
    for (const close of [() => page.keyboard.press('Escape'), () => entry.getByRole('button', { name: 'Close' }).click()]) {
      await expect(entry).toBeVisible();
      await close();
      await expect(entry).toBeHidden();
      await forward(page);
      await expect(page.getByRole('searchbox')).toBeVisible();
      await expect(entry).toBeHidden();
      await page.locator('[data-entry]').first().click();
    }
    await back(page);
    await expect(entry).toBeHidden();
    await back(page);
    await expect(page).toHaveURL(/\/helpline$/);
    await expect(button(page, 'Easy to Answer')).toBeVisible();
  });

  test('after a reload with the FAQ open, one Back leads to the previous screen', async ({ volunteer: page }) => {
    await page.goto('/helpline');
    await button(page, 'ID Assistance').click();
    await expect(button(page, 'Start Decision Tree')).toBeVisible();
    await button(page, 'Search the FAQ').click();
    await expect(faq(page)).toBeVisible();
    await page.reload();
    await expect(button(page, 'Start Decision Tree')).toBeVisible();
    await expect.poll(() => page.evaluate(() => (history.state as { overlays?: number }).overlays ?? 0)).toBe(0);
    await back(page);
    await expect(page).toHaveURL(/\/helpline$/);
  });
});

test('a double-click is one move', async ({ volunteer: page }) => {
  /** Clicks twice before the screen can change. */
  const twice = (name: string) => button(page, name).evaluate((element: HTMLElement) => [element.click(), element.click()].length);
  const once = async (name: string, from: RegExp, to: RegExp) => {
    await expect(page).toHaveURL(from);
    const before = await entries(page);
    await twice(name);
    await expect(page).toHaveURL(to);
    expect(await entries(page), name).toBe(before + 1);
    await back(page);
    await expect(page, name).toHaveURL(from);
    await forward(page);
    await expect(page).toHaveURL(to);
  };
  await page.goto('/helpline');
  await expect(heading(page)).toBeVisible();
  await once('ID Assistance', /\/helpline$/, /\/dtree/);
  await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
  await page.getByRole('checkbox').check();
  await once('Continue', /\/agree/, /\/zendesk/);
  await once('Filled Out', /\/zendesk/, /\/finish$/);
});

test('the app itself can’t be loaded: the page says so, and a reload starts it', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert').filter({ hasText: 'This page couldn’t load.' })).toBeInViewport();
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'reload the page' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});
