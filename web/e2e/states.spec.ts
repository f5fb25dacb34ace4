/**
 * What can happen around a contact: a lost connection, a newer build, another theme, a large zoom. The volunteer never
 * loses her place.
 */
import { expect, expectAccessible, loadedAhead, settled, signIn, test, withoutTreesAhead } from './harness';

const texas = '/dtree?origin=helpline&state=TX';
const heading = (page: import('@playwright/test').Page) => page.getByRole('heading', { level: 1 });
const answers = (page: import('@playwright/test').Page) => new URL(page.url()).searchParams.get('answers');

test('a newer build is announced, and a reload returns to the same question', async ({ volunteer: page }) => {
  await withoutTreesAhead(page);
  await page.route('**/api/tree/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-app-build': 'another' } });
  });
  await page.goto('/dtree?origin=helpline');
  // The page runs the old build, and the latest response says so.
  await loadedAhead(page);
  await expect(page.getByText('A new version of the app is ready.')).toBeHidden();
  await page.getByLabel("Voter's state").selectOption('Texas');
  const note = page.getByRole('status').filter({ hasText: 'A new version of the app is ready.' });
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(heading(page)).toContainText('unexpired ID');
  const there = page.url();
  await page.unroute('**/api/tree/**');
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(note).toBeHidden();
  await expect(heading(page)).toContainText('unexpired ID');
  expect(page.url()).toBe(there);
});

test('a part of the app is gone from the server: a calm message, and a reload continues', async ({ volunteer: page }) => {
  await page.route('**/assets/Admin-*.js', (route) => route.abort());
  await page.goto('/home');
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('link', { name: 'Admin Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This part of the app couldn’t be loaded' })).toBeVisible();
  await page.unroute('**/assets/Admin-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});

/** Counts page loads from now on. */
function loads(page: import('@playwright/test').Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += Number(request.isNavigationRequest())));
  return () => count;
}

const gone = { status: 404, json: { error: 'There is nothing at this address.', code: 'not_found' } };

test('a part of the app was replaced by a newer build: the page reloads at the same place', async ({ volunteer: page }) => {
  await page.goto(`${texas}&answers=B.yes`);
  await expect(heading(page)).toContainText('unexpired ID');
  const loaded = loads(page);
  // The page loaded next is from the newer build, and names files that exist.
  await page.route('**/assets/Admin-*.js', (route) => (loaded() === 0 ? route.fulfill(gone) : route.continue()));
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('link', { name: 'Admin Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  expect(loaded()).toBe(1);
  await page.getByRole('link', { name: 'Return to Contact' }).click();
  await expect(heading(page)).toContainText('unexpired ID');
  expect(answers(page)).toBe('B.yes');
});

test('a part of the app is gone for good: the page reloads once, then shows a calm message', async ({ volunteer: page }) => {
  await page.route('**/assets/Admin-*.js', (route) => route.fulfill(gone));
  await page.goto('/home');
  const loaded = loads(page);
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('link', { name: 'Admin Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This part of the app couldn’t be loaded' })).toBeVisible();
  expect(loaded()).toBe(1);
  await expectAccessible(page);
});

test('a prefetched part of the app that’s gone interrupts nothing', async ({ volunteer: page }) => {
  await page.route('**/assets/Support-*.js', (route) => route.fulfill(gone));
  await page.goto('/helpline?step=faq');
  const loaded = loads(page);
  await page.getByRole('searchbox').fill('ballot');
  await loadedAhead(page);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('searchbox')).toHaveValue('ballot');
  expect(loaded()).toBe(0);
  await page.unroute('**/assets/Support-*.js');
  await page.getByRole('button', { name: 'Need Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Volunteer Support' })).toBeVisible();
});

test('when offline, a part that can’t be fetched doesn’t reload the page', async ({ volunteer: page, context }) => {
  await page.goto('/home');
  await loadedAhead(page);
  const loaded = loads(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: /profile/ }).click();
  await page.getByRole('link', { name: 'Admin Settings' }).click();
  await expect(page.getByRole('heading', { name: 'This part of the app couldn’t be loaded' })).toBeVisible();
  expect(loaded()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
});

test('a contact continues offline, from a screen that needed no connection', async ({ volunteer: page, context }) => {
  await page.goto('/home');
  await loadedAhead(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await page.getByRole('searchbox').fill('ballot');
  await expect(page.getByText('The full search isn’t available, so these are simpler results.')).toBeVisible();
  await expect(page.locator('[data-entry]').first()).toContainText(/ballot/i);

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'ID Assistance' }).click();
  await page.getByLabel("Voter's state").selectOption('Texas');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  // Every state's tree was prefetched.
  await expect(heading(page)).toContainText('16 years old');
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(heading(page)).toContainText('unexpired ID');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(heading(page)).toContainText('16 years old');
  await context.setOffline(false);
});

test('a tree that hasn’t loaded waits for the connection, then continues automatically at the same place', async ({ volunteer: page, context }) => {
  await withoutTreesAhead(page);
  await page.goto('/dtree?origin=helpline');
  await loadedAhead(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByLabel("Voter's state").selectOption('Texas');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await expect(heading(page)).toHaveText('The questions couldn’t be loaded');
  // The page says so only once.
  await expect(page.getByText(/can’t be reached/)).toHaveCount(1);
  await context.setOffline(false);
  await expect(heading(page)).toContainText('16 years old');
});

test('a tree that failed to load can be requested again, at the same place', async ({ volunteer: page }) => {
  await withoutTreesAhead(page);
  await page.clock.install();
  await page.route('**/api/tree/**', (route) => route.fulfill({ status: 503, json: { error: 'The document store is away.', code: 'store_unavailable' } }));
  await page.goto(`${texas}&answers=B.yes`);
  await page.clock.runFor(20_000);
  await expect(page.getByRole('alert')).toHaveText('The document store is away. You won’t lose your place.');
  await page.unroute('**/api/tree/**');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page)).toContainText('unexpired ID');
  expect(answers(page)).toBe('B.yes');
});

test('a URL with any version opens', async ({ volunteer: page }) => {
  for (const version of ['current', 'null', '0', 'a%20b']) {
    await page.goto(`${texas}&answers=B.yes&version=${version}`);
    await expect(heading(page)).toContainText('unexpired ID');
  }
});

test('two quick Backspaces go back two answers', async ({ volunteer: page }) => {
  for (const begin of ['pasted', 'walked']) {
    await page.goto(`${texas}&answers=${begin === 'pasted' ? 'B.yes,C.yes' : ''}`);
    if (begin === 'walked') {
      await page.getByRole('button', { name: 'Start Decision Tree' }).click();
      for (const question of ['16 years old', 'unexpired ID']) {
        await expect(heading(page)).toContainText(question);
        await page.keyboard.press('y');
      }
    }
    await expect(heading(page)).toContainText('deadline');
    await page.evaluate(() => {
      for (let press = 0; press < 2; press += 1) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true, cancelable: true }));
    });
    await expect(heading(page)).toContainText('16 years old');
    expect(answers(page)).toBeNull();
  }
});

test("the header's button focuses the search field that’s on the screen", async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Search the FAQ' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('theme', () => {
  test.use({ colorScheme: 'light' });

  test('is chosen once per browser, and applies before the app has loaded', async ({ volunteer: page }) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/helpline?step=easy-ticket');
    const light = await paper();
    await page.getByRole('button', { name: /profile/ }).click();
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    const guide = page.frameLocator('iframe').locator('body');
    await expect.poll(() => guide.evaluate((body) => getComputedStyle(body).backgroundColor)).not.toBe('rgb(255, 255, 255)');
    // Even without the app's own script, the wrong theme never flashes.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    expect(await paper()).toBe(dark);
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.getByRole('button', { name: /profile/ }).click();
    await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('radio', { name: 'System' }).check();
    await expect.poll(paper).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(paper).toBe(dark);
  });
});

test('in forced colors, every control has a border, and selected and focused ones are distinguishable', async ({ volunteer: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${texas}&answers=B.yes`);
  const yes = page.getByRole('button', { name: 'Yes', exact: true });
  await expect(yes).toHaveCSS('border-style', 'solid');
  await yes.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(yes).toHaveCSS('outline-style', 'solid');
  await expectAccessible(page);
  const parts = page.getByRole('progressbar').locator('span > span');
  const colours = new Set(await parts.evaluateAll((all) => all.map((part) => getComputedStyle(part).backgroundColor + getComputedStyle(part).borderStyle)));
  expect(colours.size).toBe(2);
  await page.goto('/agree');
  const chosen = page.locator('label').filter({ hasText: 'Verbal' });
  const other = page.locator('label').filter({ hasText: /^Text/ });
  const back = (label: Element) => getComputedStyle(label).backgroundColor;
  expect(await chosen.evaluate(back)).not.toBe(await other.evaluate(back));
  await expect(page.getByRole('button', { name: 'Confirm Agreement First' })).toHaveCSS('border-style', 'solid');
  await page.goto('/home');
  await expect(page.getByRole('banner').getByRole('link', { name: 'HOME' })).toHaveCSS('outline-style', 'solid');
  await expectAccessible(page);
});

test.describe('at 200% zoom on a laptop', () => {
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });

  test('nothing is wider than the window, and the next action can be reached', async ({ page }) => {
    await signIn(page, 'admin');
    const screens = [
      ['/home', 'link', 'CHAT'],
      ['/helpline', 'button', 'ID Assistance'],
      ['/helpline?step=faq', 'button', 'Answered'],
      ['/helpline?step=easy-ticket', 'button', 'Filled Out'],
      ['/dtree?origin=helpline', 'button', 'Start Decision Tree'],
      [`${texas}&answers=B.yes,C.yes`, 'button', 'No'],
      [`${texas}&answers=B.yes,C.yes,D.yes`, 'button', 'Next Step'],
      ['/agree?state=TX', 'button', 'Confirm Agreement First'],
      ['/support', 'button', 'Expand All'],
      ['/finish', 'button', 'Help Another Voter'],
      ['/admin', 'button', 'Add'],
    ] as const;
    for (const [path, role, name] of screens) {
      await page.goto(path);
      const action = page.getByRole('main').getByRole(role, { name, exact: true });
      await expect(async () => {
        await action.scrollIntoViewIfNeeded();
        await expect(action, path).toBeInViewport({ ratio: 0.9, timeout: 1000 });
      }).toPass();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(640);
    }
  });
});

for (const viewport of [{ width: 390, height: 844 }, { width: 320, height: 568 }, { width: 640, height: 400 }]) {
  test(`the focused element is visible, ${viewport.width} × ${viewport.height}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await signIn(page, 'admin');
    for (const path of ['/helpline?step=easy-ticket', `${texas}&answers=B.yes`, `${texas}&answers=B.yes,C.yes,D.yes`, '/agree?state=TX', '/admin']) {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await settled(page);
      if (path === '/admin') await page.getByRole('button', { name: /^Remove volunteer@/ }).click();
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator('body').evaluate((body) => (body.ownerDocument.activeElement as HTMLElement | null)?.blur());
      for (let stop = 0; stop < 60; stop += 1) {
        await page.keyboard.press('Tab');
        const hidden = await page.evaluate(() => {
          const active = document.activeElement;
          if (active === null || active === document.body) return 'end';
          if (active.tagName === 'IFRAME') return '';
          const box = active.getBoundingClientRect();
          // Some part of the focused element is on top.
          const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
          const seen = steps.some((x) =>
            steps.some((y) => {
              const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
              return top !== null && (active.contains(top) || top.contains(active) || (top instanceof HTMLLabelElement && top.contains(active)));
            }),
          );
          return seen ? '' : active.outerHTML.slice(0, 120);
        });
        if (hidden === 'end') break;
        expect(hidden, path).toBe('');
      }
    }
  });
}
