import { startFront } from './front';
import { code, endSession, enterCode, expect, expectAccessible, people, signIn, startEngine, test as base, withoutTreesAhead, type Engine, type Page } from './harness';

const test = base;
const button = 'Sign in with Google';

/** Signs in through the popup, after the code was entered. */
async function comeIn(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await (await opened).getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('link', { name: 'HELPLINE' })).toBeVisible();
}

test('the login screen says what it is, and what is happening', async ({ page }) => {
  await page.goto('/helpline');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText('Sign in with your authorized Google account')).toBeVisible();
  await expect(page.getByText('Only pre-approved emails can access this application')).toBeVisible();
  await expect(page.getByText(/© 2025/)).toBeVisible();
  await expect(page.getByText('Development sign-in')).toBeVisible();
  await expectAccessible(page);
});

test('the printed URL, the button, a person: signed in, and no trace of the code remains', async ({ page, context }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`/#code=${code}`);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: button })).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await (await opened).getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  // Neither a URL, a history entry, nor anything that a page can read contains the code; the cookie has a different
  // value. TypeScript's library doesn't include this part of the platform yet.
  const entries = await page.evaluate(() => (window as unknown as { navigation: { entries: () => { url: string }[] } }).navigation.entries().map(({ url }) => url));
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter((url) => url.includes(code))).toEqual([]);
  expect(asked.filter((url) => url.includes(code))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const cookie = (await context.cookies()).find(({ name }) => name === 'callguide_development');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 });
  expect(cookie?.value).not.toContain(code);
});

test('after a reload another person signs in without the code', async ({ page }) => {
  await enterCode(page);
  await page.goto('/chat');
  for (const person of [people.volunteer, people.admin]) {
    await page.reload();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: button }).click();
    await (await opened).getByRole('button', { name: new RegExp(person.name) }).click();
    await page.getByRole('button', { name: /profile/ }).click();
    await expect(page.getByText(person.email)).toBeVisible();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  }
});

test('opening the printed URL in a page that’s already open enters the code', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: button })).toBeVisible();
  const taken = page.waitForResponse((answer) => answer.url().endsWith('/auth/development'));
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `code=${code}`);
  expect((await taken).status()).toBe(204);
  await expect(page).toHaveURL(/\/$/);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await expect((await opened).getByRole('heading', { name: 'Who are you today?' })).toBeVisible();
});

test('without the code, the popup says where to find it, and accepts it typed in', async ({ page }) => {
  await page.goto('/chat');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await expect(popup.getByText('in the terminal where callguide serve is running')).toBeVisible();
  await expectAccessible(popup);
  await popup.getByLabel('Code').fill('not the code');
  await popup.keyboard.press('Enter');
  await expect(popup.getByRole('alert')).toHaveText("That's not the code for the engine that's running now.");
  await expectAccessible(popup);
  await popup.getByLabel('Code').fill(code);
  await popup.getByRole('button', { name: 'Continue' }).click();
  await popup.getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('link', { name: 'HELPLINE' })).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
});

test('the code of an engine that has stopped is invalid', async ({ page }) => {
  const before = await startEngine();
  await enterCode(page, before.engine.url);
  await before.stop();
  await page.goto('/auth/start?attempt=a1&mode=popup');
  await expect(page.getByLabel('Code')).toBeVisible();
});

test('signing in through the popup returns to the same URL', async ({ page }) => {
  await enterCode(page);
  await page.goto('/dtree?origin=chat&state=TX');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await popup.getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('link', { name: 'HELPLINE' })).toBeVisible();
  expect(new URL(page.url()).search).toContain('state=TX');
});

test('someone who isn’t on the list is told so, and can try again', async ({ page }) => {
  await enterCode(page);
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

test('a sign-in can be canceled', async ({ page }) => {
  await page.goto('/');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  await opened;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: button })).toBeEnabled();
});

test('a refusal at the start closes the popup and is shown in its own words, and the next attempt succeeds', async ({ page, context }) => {
  await enterCode(page);
  await page.goto('/chat');
  await expect(page.getByRole('button', { name: button })).toBeVisible();
  // Simulates a proxy, behind which the development sign-in is refused.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await expect(page.getByRole('alert')).toHaveText('The development sign-in only works on this machine.');
  await expect.poll(() => popup.isClosed()).toBe(true);
  await expectAccessible(page);
  await context.setExtraHTTPHeaders({});
  await comeIn(page);
});

test('a failure after the start is reported through the popup’s name if its URL says nothing', async ({ page }) => {
  await enterCode(page);
  await page.goto('/chat');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await popup.getByRole('button', { name: /volunteer/i }).evaluate((choice: HTMLButtonElement) => (choice.value = 'who@example.org'));
  await popup.getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('alert')).toHaveText("The development sign-in doesn't know this person.");
  await expect.poll(() => popup.isClosed()).toBe(true);
  await comeIn(page);
});

test.describe('an unavailable engine', () => {
  const test = base.extend<{ own: { url: string; to: (url: string | undefined) => void; engine: Engine } }>({
    // Playwright reads the fixture's dependencies from the pattern.
    // eslint-disable-next-line no-empty-pattern
    own: async ({}, use) => {
      const front = await startFront();
      const { engine, stop } = await startEngine();
      front.to(engine.url);
      await use({ url: front.url, to: front.to, engine });
      engine.process.kill('SIGCONT');
      front.stop();
      await stop();
    },
    baseURL: async ({ own }, use) => use(own.url),
  });

  for (const blocked of [false, true]) {
    test(`is reported, and the next attempt succeeds${blocked ? ', if popups are blocked' : ''}`, async ({ page, own }) => {
      if (blocked) {
        await page.addInitScript(() => {
          window.open = () => null;
        });
      }
      await enterCode(page);
      await page.goto('/chat');
      await expect(page.getByRole('button', { name: button })).toBeVisible();
      own.to(undefined);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('alert')).toHaveText('The server can’t be reached.');
      await expect.poll(() => page.context().pages().length).toBe(1);
      await expectAccessible(page);
      own.to(own.engine.url);
      if (!blocked) return comeIn(page);
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('button', { name: /volunteer/i }).click();
      await expect(page.getByRole('link', { name: 'HELPLINE' })).toBeVisible();
    });
  }

  test('that is gone for good is reported, instead of the browser’s own error in the popup', async ({ page }) => {
    const { engine, stop } = await startEngine();
    await page.goto(`${engine.url}/chat`);
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    await stop();
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert')).toHaveText('The server can’t be reached.');
    await expect.poll(() => page.context().pages().length).toBe(1);
  });

  test('that doesn’t respond is given up after a while', async ({ page, own }) => {
    await page.goto(`${own.engine.url}/chat`);
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    own.engine.process.kill('SIGSTOP');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    await expect(page.getByRole('alert')).toHaveText('The server can’t be reached.');
    await expect.poll(() => page.context().pages().length).toBe(1);
    own.engine.process.kill('SIGCONT');
    await enterCode(page, own.engine.url);
    await comeIn(page);
  });

  test('is reported if it goes down while the popup is open, once the popup is closed', async ({ page, own }) => {
    await enterCode(page);
    await page.goto('/chat');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: button }).click();
    const popup = await opened;
    await expect(popup.getByRole('button', { name: /volunteer/i })).toBeVisible();
    own.to(undefined);
    await popup.getByRole('button', { name: /volunteer/i }).click();
    await expect(popup.getByRole('heading', { name: 'Who are you today?' })).toBeHidden();
    await popup.close();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByRole('alert')).toHaveText('The server can’t be reached.');
    own.to(own.engine.url);
    await comeIn(page);
  });
});

test('if popups are blocked, the whole window goes to the provider and returns', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await enterCode(page);
  await page.goto('/chat');
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: /volunteer/i }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
});

test('a session that expires keeps the place', async ({ page, context }) => {
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

test('a session that expires during a contact says so, in place', async ({ page }) => {
  await signIn(page);
  await withoutTreesAhead(page);
  await page.goto('/dtree?origin=helpline');
  await expect(page.getByRole('combobox')).toBeVisible();
  await endSession(page);
  // The tree is requested as soon as a state is chosen.
  await page.getByRole('combobox').selectOption('TX');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await enterCode(page);
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

test('an unavailable engine is reported, and its return needs no reload', async ({ page }) => {
  await signIn(page);
  await page.route('**/api/content*', (route) => route.fulfill({ status: 503, json: { error: 'The document store is away.', code: 'store_unavailable' } }));
  await page.clock.install();
  await page.goto('/helpline');
  await page.clock.runFor(20_000);
  await expect(page.getByRole('heading', { name: 'The guidance couldn’t be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/content*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What does the caller need?' })).toBeVisible();
});
