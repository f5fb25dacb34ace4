/**
 * What a volunteer types into the search may be about a voter: these tests check where it must never appear, and when
 * it's deleted.
 */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { endSession, expect, signIn, startEngine, test as base, type Engine } from './harness';

/** A word that appears nowhere in the content. */
const word = 'zyxquarbel';
const has = (text: string) => text.toLowerCase().includes(word);

/** An engine that logs as much as it can, and a browser with every request recorded. */
const test = base.extend<{ own: Engine; asked: Request[]; volunteer: Page }>({
  // Playwright reads the fixture's dependencies from the pattern.
  // eslint-disable-next-line no-empty-pattern
  own: async ({}, use) => {
    const { engine, stop } = await startEngine(['--log', 'trace']);
    await use(engine);
    await stop();
    // None of the log's lines contain the word, including those written at shutdown.
    expect(engine.log()).toContain('callguide');
    expect(engine.log().split('\n').filter(has)).toEqual([]);
  },
  baseURL: async ({ own }, use) => use(own.url),
  asked: async ({ context }, use) => {
    const asked: Request[] = [];
    context.on('request', (request) => asked.push(request));
    await use(asked);
    expect(asked.length).toBeGreaterThan(0);
    for (const request of asked) {
      expect(has(decodeURIComponent(request.url())), request.url()).toBe(false);
      // Once a page is closed, its requests' full headers are unavailable, but the requests themselves are still known.
      const headers = await request.allHeaders().catch(() => request.headers());
      expect(has(decodeURIComponent(JSON.stringify(headers))), request.url()).toBe(false);
      if (has(request.postData() ?? '')) expect(new URL(request.url()).pathname).toBe('/api/faq/search');
    }
  },
  volunteer: async ({ page, asked, own }, use) => {
    await signIn(page, 'volunteer', own.url);
    await use(page);
    expect(asked.length).toBeGreaterThan(0);
  },
});

const search = (page: Page) => page.getByRole('searchbox');
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

/** Returns everything that this browser stores for the app, in `page` and for all pages. */
async function stored(page: Page, context: BrowserContext): Promise<string> {
  const inPage = await page.evaluate(async () => {
    const items = [localStorage, sessionStorage].flatMap((storage) => Object.entries(storage).flat());
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const bodies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) bodies.push(key.url, (await (await cache.match(key))?.text()) ?? '');
    }
    return JSON.stringify([items, databases, bodies, document.cookie, document.title, window.name]);
  });
  return inPage + JSON.stringify(await context.cookies());
}

/** Returns the search text that this tab stores, with its keys. */
const kept = (page: Page) => page.evaluate(() => (JSON.parse(sessionStorage.getItem('callguide.contact') ?? '{}') as { words?: [string, string][] }).words ?? []);

/**
 * Expects that no history entry contains the word: neither as the browser lists it, nor in what the page finds at each
 * entry.
 */
async function expectHistoryClean(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const listed = await devtools.send('Page.getNavigationHistory');
  expect(listed.entries.length).toBeGreaterThan(1);
  expect(has(decodeURIComponent(JSON.stringify(listed.entries)))).toBe(false);
  await devtools.detach();
  expect(has(await page.evaluate(() => JSON.stringify([history.state, location.href])))).toBe(false);
}

/** Types the word into the FAQ step, and waits until it has been searched for. */
async function type(page: Page): Promise<void> {
  await page.goto('/helpline?step=faq');
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/faq/search') && (answer.request().postData() ?? '').includes(`${word} ballot`));
  await search(page).pressSequentially(`${word} ballot`);
  await answered;
  await expect.poll(async () => (await kept(page)).some(([, text]) => text === `${word} ballot`)).toBe(true);
}

test('during a contact, the search text is only posted, and it’s discarded with the contact', async ({ volunteer: page, context }) => {
  await page.goto('/home');
  await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  const entries = await page.evaluate(() => history.length);
  await search(page).pressSequentially(`${word} expired ballot`);
  await expect(button(page, /^Weaker matches/).or(page.locator('[data-entry]')).first()).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await expectHistoryClean(page);

  // The tab stores it under an unguessable key; the history entry contains only that key.
  await expect.poll(async () => (await kept(page)).map(([, text]) => text)).toEqual([`${word} expired ballot`]);
  const key = (await kept(page))[0]?.[0] ?? 'none';
  expect(key.length).toBeGreaterThan(20);
  expect(await page.evaluate(() => JSON.stringify(history.state))).toContain(key);

  // Chooses a category, reloads, enlarges an entry, and visits the support page.
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 3 });
  await expect(page).toHaveURL(/category=/);
  await page.reload();
  await expect(search(page)).toHaveValue(`${word} expired ballot`);
  await page.getByRole('main').getByRole('button', { name: 'Clear category' }).first().click();
  await button(page, /^Need Help/).first().click();
  await expect(page).toHaveURL(/\/support$/);
  await page.goBack();
  await expect(search(page)).toHaveValue(`${word} expired ballot`);
  await expectHistoryClean(page);

  await button(page, /^Answered/).click();
  await expect(page).toHaveURL(/easy-ticket/);
  expect(has(await stored(page, context))).toBe(true);
  await button(page, /^Filled Out/).click();
  await expect(page).toHaveURL(/\/finish$/);
  await expect.poll(async () => has(await stored(page, context))).toBe(false);
  await expectHistoryClean(page);
  // None of the screens that the contact passed through contains the word.
  for (let back = 0; back < 12 && !page.url().endsWith('/home'); back += 1) {
    await page.goBack();
    expect(has(await page.evaluate(() => JSON.stringify([history.state, location.href])))).toBe(false);
    if (page.url().includes('step=faq')) await expect(search(page)).toHaveValue('');
  }
  await expect(page).toHaveURL(/\/home$/);
  expect(has(await stored(page, context))).toBe(false);
});

test('over the decision tree, the search text is only in memory, until the thank-you page', async ({ volunteer: page, context }) => {
  await page.goto('/helpline');
  await page.getByRole('button', { name: 'ID Assistance' }).click();
  await page.getByRole('combobox').selectOption('TX');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.keyboard.press('/');
  await search(page).pressSequentially(word);
  await expect(page.getByText('No questions found matching your search.').first()).toBeVisible();
  expect(has(await stored(page, context))).toBe(false);
  await expectHistoryClean(page);
  await page.keyboard.press('Escape');
  for (let question = 3; question <= 4; question += 1) {
    await expect(page.getByText(`Question ${question}`, { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
  }
  await button(page, /^Next Step/).click();
  await page.getByRole('checkbox').check();
  await button(page, /^Continue/).click();
  await button(page, /^Filled Out/).click();
  await expect(page).toHaveURL(/\/finish$/);
  await expect.poll(async () => has(await stored(page, context))).toBe(false);
  await expectHistoryClean(page);
});

test('a session that expires during typing discards the text, and the sign-in never receives it', async ({ volunteer: page, context, own }) => {
  await type(page);
  await endSession(page);
  // This text was never searched for: a result that arrived while it was being typed would be shown without a request.
  await search(page).press('s');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect.poll(() => kept(page)).toEqual([]);
  await expect.poll(async () => has(await stored(page, context))).toBe(false);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opened;
  await popup.waitForURL(`${own.url}/**`);
  expect(new URL(popup.url()).origin).toBe(own.url);
  expect(has(await popup.evaluate(() => JSON.stringify([location.href, document.referrer, Object.entries(sessionStorage), document.documentElement.outerHTML])))).toBe(false);
  await popup.close();
  await signIn(page, 'volunteer', own.url);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  // The same screen is back, without the typed text.
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/step=faq/);
  await expectHistoryClean(page);
});

/** Events that delete the text typed in `page`. */
const ends: Record<string, (page: Page, context: BrowserContext, own: Engine) => Promise<unknown>> = {
  'a new contact': (page) => button(page, 'New Contact').click(),
  'signing out': async (page) => {
    await page.getByRole('button', { name: /profile/ }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  },
  'signing out in another tab': async (_, context) => {
    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: /profile/ }).click();
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  },
  'a reload without a session': async (page, context) => {
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  },
  'another person, after a reload': async (page, _, own) => {
    await signIn(page, 'admin', own.url);
    await page.reload();
    await expect(search(page)).toHaveValue('');
  },
  'another person, if Back restores the page from the browser’s cache': async (page, _, own) => {
    await signIn(page, 'admin', own.url);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(search(page)).toHaveValue('');
  },
  'another person, once the page is visible again': async (page, context, own) => {
    // Simulates a minute in which nobody looked at the page.
    await page.clock.install();
    await signIn(page, 'admin', own.url);
    await page.clock.fastForward('02:00');
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await expect(search(page)).toHaveValue('');
    await expect.poll(async () => has(await stored(page, context))).toBe(false);
  },
};

for (const [name, end] of Object.entries(ends)) {
  test(`the search text is discarded by ${name}`, async ({ volunteer: page, context, own }) => {
    await type(page);
    await end(page, context, own);
    await expect.poll(() => kept(page)).toEqual([]);
    await expect.poll(async () => has(await stored(page, context))).toBe(false);
    await expectHistoryClean(page);
  });
}

base('search text in an old URL is removed before a sign-in sees it, and is in no log', async ({ page }) => {
  const { engine, stop } = await startEngine(['--log', 'trace']);
  await page.goto(`${engine.url}/helpline?step=faq&q=${word}&category=Registration`);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  expect(await page.evaluate(() => location.search)).toBe('?step=faq&category=Registration');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  const popup = await opened;
  await popup.waitForURL(`${engine.url}/**`);
  expect(has(popup.url())).toBe(false);
  await popup.close();
  const { entries } = await (await page.context().newCDPSession(page)).send('Page.getNavigationHistory');
  expect(entries.filter(({ url }) => has(url))).toEqual([]);
  await stop();
  expect(engine.log().split('\n').filter(has)).toEqual([]);
});
