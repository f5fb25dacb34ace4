/** What is on the screen before the app has loaded: a bar where the header will be. */
import { expect, signIn, test, type Page } from './harness';

/** Holds back the app's code until `go`. */
async function holdCode(page: Page): Promise<{ go: () => Promise<void> }> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return {
    go: async () => {
      release();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  };
}

/** Makes the browser look as if someone has been signed in here before. */
async function beenHere(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/home');
  await expect(page.getByRole('banner')).toBeVisible();
}

for (const [name, viewport] of Object.entries({ laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the bar is where the header will be, and looks like it: ${name}, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await beenHere(page);
      const code = await holdCode(page);
      await page.goto('/dtree?origin=helpline&state=TX', { waitUntil: 'commit' });
      const bar = page.locator('#bar');
      // The stylesheet may arrive after the bar.
      await expect(bar).toHaveCSS('position', 'absolute');
      const look = (element: Element) => {
        const { backgroundColor, borderBottom } = getComputedStyle(element);
        const { color } = getComputedStyle(element.querySelector('svg') as SVGElement);
        return { backgroundColor, borderBottom, color };
      };
      const before = { box: await bar.boundingBox(), mark: await bar.locator('svg').boundingBox(), look: await bar.evaluate(look) };
      expect(before.box?.width).toBeGreaterThan(viewport.width - 20);
      await code.go();
      const header = page.getByRole('banner');
      expect({ box: await header.boundingBox(), mark: await header.locator('svg').first().boundingBox(), look: await header.evaluate(look) }).toEqual(before);
    });
  }
}

const walk = '/dtree?origin=helpline&state=TX&answers=B.yes';

for (const [name, viewport] of Object.entries({ laptop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  for (const [late, path] of [
    ['**/api/session', walk],
    ['**/api/content*', walk],
    ['**/assets/step-*.js', walk],
    ['**/api/tree/**', walk],
    ['**/api/tree/**', `${walk}&version=0000000000000000`],
    ['**/assets/Support-*.js', '/support'],
  ] as const) {
    test(`placeholders are below the header and the contact’s strip: ${late}, ${path.slice(1, 8)}, ${path.length}, ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await beenHere(page);
      await page.addInitScript(() => {
        const tops: number[] = [];
        Object.assign(window, { tops });
        const look = () => {
          for (const bar of document.querySelectorAll('[data-shape] > *')) tops.push(bar.getBoundingClientRect().top);
          requestAnimationFrame(look);
        };
        look();
      });
      const seen = async () => Math.min(...(await page.evaluate(() => (window as unknown as { tops: number[] }).tops)));
      let go: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (go = resolve));
      await page.route(late, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      // Even a screen that looks ready gets no extra time: the placeholder appears, then the content.
      await expect.poll(seen).not.toBe(Infinity);
      go();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const header = await page.getByRole('banner').boundingBox();
      const back = path === walk ? await page.getByRole('button', { name: 'Back' }).boundingBox() : null;
      const strip = back ?? header;
      expect(await seen()).toBeGreaterThanOrEqual((strip?.y ?? Infinity) + (strip?.height ?? 0));
    });
  }
}

test('there is no bar for someone who isn’t known here, or behind the login screen once a session is over', async ({ page }) => {
  const code = await holdCode(page);
  await page.goto('/dtree', { waitUntil: 'commit' });
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('#bar')).toBeHidden();
  await code.go();
  await expect(page.locator('#bar')).toBeHidden();

  await beenHere(page);
  await expect(page.locator('#bar')).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Sign in/ })).toBeVisible();
  await expect(page.locator('#bar')).toBeHidden();
});

test('an answer’s result is on the screen before its key press ends', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('16 years old');
  const after = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true, cancelable: true }));
    // No task runs in between, so what is rendered now is painted in the next frame.
    await Promise.resolve();
    await Promise.resolve();
    return document.querySelector('h1')?.textContent;
  });
  expect(after).toContain('unexpired ID');
});

test('a home screen has the logo, before and after signing in', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  const session = await page.context().newCDPSession(page);
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await signIn(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { errors, url, data } = await session.send('Page.getAppManifest');
    expect({ errors, path: new URL(url).pathname }).toEqual({ errors: [], path: '/manifest.webmanifest' });
    const { icons } = JSON.parse(data ?? '') as { icons: { src: string; type: string }[] };
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    expect(icons.map(({ src }) => src)).toContain(touch);
    for (const { src, type } of icons) expect((await page.request.get(src)).headers()['content-type']).toBe(type);
  }
  expect(complaints).toEqual([]);
});
