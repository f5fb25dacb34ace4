/** The page for reading and signing off the guidance, and the banner of an engine that shows an edit before it's live. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, loadedAhead, signIn, startEngine, test as base, type Engine } from './harness';
import { startOnCopy, type OwnContent } from './own-content';

const test = base.extend<{ admin: Page }>({
  admin: async ({ page }, use) => {
    await signIn(page, 'admin');
    await use(page);
  },
});

interface Group {
  states: { code: string; name: string }[];
  example: string;
  nodes: { id: string; scripts: { say: string }[] }[];
}

interface All {
  elsewhere: { question: string; source: string }[];
  version: string;
  groups: Group[];
  faq: { question: string }[];
  content: {
    agreement: { confirmation: string };
    support: { title: string }[];
    flows: { steps: { title: string }[] }[];
    states: { name: string; scripts: { say: string }[] }[];
    emergency: { button: string; choices: { label: string; scripts: { say: string }[] }[]; upset: { scripts: { say: string }[] } };
  };
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const ready = (page: Page) => expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
const answer = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T;
const pictures = (page: Page) => page.getByRole('img', { name: /^Diagram of the questions for / });
const drawn = (page: Page) =>
  expect.poll(() => pictures(page).evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 200))).toBe(true);
/** Returns the longest run of plain words, without placeholders and links. */
const words = (say: string) => say.split(/[{}\n]/).toSorted((a, b) => b.length - a.length)[0]?.trim() ?? '';

test('everything that volunteers read is there, once for everyone who reads the same', async ({ admin: page }) => {
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Review the Guidance' }).click();
  await expect(heading(page)).toHaveText('Review the Guidance');
  await ready(page);
  const { version, groups, faq, elsewhere, content } = await answer<All>(page, '/api/review');
  await expect(page.getByRole('region', { name: 'Sign-off' })).toContainText(version);
  await expect(pictures(page)).toHaveCount(groups.length);
  await drawn(page);
  const told = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
  for (const group of groups) {
    const names = group.states.map(({ name }) => name).join(', ');
    const part = page.getByRole('region', { name: names });
    await expect(part.getByRole('heading', { level: 4 })).toHaveCount(group.nodes.length);
    for (const { scripts } of group.nodes) {
      for (const { say } of scripts) expect(told).toContain(words(say).replaceAll(/\s+/g, ' '));
    }
  }
  for (const { question } of faq) expect(told).toContain(question);
  const others = page.getByRole('region', { name: 'Not ours' });
  await expect(others.getByRole('heading', { level: 3 })).toHaveText(elsewhere.map(({ question }) => question));
  for (const { source } of elsewhere) await expect(others.getByRole('link', { name: source }).first()).toBeVisible();
  const { agreement, support, flows, states, emergency } = content;
  const beside = page.getByRole('region', { name: 'Beside every step' });
  for (const { name, scripts } of states) {
    const own = beside.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
    for (const { say } of scripts) await expect(own).toContainText(words(say));
  }
  const danger = (await page.getByRole('region', { name: emergency.button }).innerText()).replaceAll(/\s+/g, ' ');
  for (const { say } of [...emergency.choices, emergency.upset].flatMap(({ scripts }) => scripts)) expect(danger).toContain(words(say));
  for (const text of [agreement.confirmation, ...support.map(({ title }) => title), ...flows.flatMap(({ steps }) => steps.map(({ title }) => title))]) {
    expect(told).toContain(text);
  }
  // The table of contents links to the FAQ, which isn't hidden behind the sticky bar.
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'FAQ', level: 2 })).toBeInViewport();
  await expectAccessibleInBothThemes(page);
});

test('a state shows what its volunteers read, and the URL keeps it', async ({ admin: page }) => {
  await page.goto('/admin/review');
  await page.getByLabel('State', { exact: true }).selectOption('Texas');
  await expect(page).toHaveURL(/\/admin\/review\?state=TX$/);
  await expect(pictures(page)).toHaveCount(1);
  await expect(pictures(page)).toHaveAccessibleName(/for Texas: \d+ questions and \d+ solutions/);
  await ready(page);
  const part = page.getByRole('region', { name: 'Texas', exact: true });
  const { nodes } = await answer<{ nodes: Record<string, unknown> }>(page, '/api/tree/TX');
  await expect(part.getByRole('heading', { level: 4 })).toHaveCount(Object.keys(nodes).length);
  await expect(part).toContainText('K7');
  await expect(page.getByRole('main')).not.toContainText('issued by Alabama');
  const beside = page.getByRole('region', { name: 'Beside every step' });
  await expect(beside.getByRole('heading', { level: 3 })).toHaveText(['Texas']);
  await expect(page.getByRole('heading', { name: 'Sign-off: Texas' })).toBeVisible();
  await drawn(page);
  const large = await page.getByRole('link', { name: /^Open the picture for Texas/ }).getAttribute('href');
  const answered = await page.request.get(large ?? '');
  expect([answered.status(), answered.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  await page.reload();
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('TX');
  await expect(pictures(page)).toHaveAccessibleName(/for Texas/);
  await expectAccessible(page);
});

test('a single response contains all of it', async ({ admin: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/admin');
  await expect(page.getByRole('link', { name: 'Review the Guidance' })).toBeVisible();
  await loadedAhead(page);
  asked.length = 0;
  await page.getByRole('link', { name: 'Review the Guidance' }).click();
  await ready(page);
  await drawn(page);
  const api = asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/graph/'));
  expect(api.filter((path) => path !== '/api/content/status')).toEqual(['/api/review']);
});

const scheduled = base.extend<{ own: OwnContent }>({
  // eslint-disable-next-line no-empty-pattern
  own: async ({}, use) => {
    const own = await startOnCopy();
    await use(own);
    await own.stop();
  },
  baseURL: async ({ own }, use) => use(own.engine.url),
});

scheduled('scheduled text can be reviewed before it takes effect', async ({ page, own }) => {
  const asked = 'text: Is the voter at least 16 years old and a US citizen?';
  await own.edit('decision-tree.yaml', [asked, `text:\n      - from: 2150-10-06\n        text: Is the voter a US citizen of 18 or more?\n      - ${asked}`]);
  await signIn(page, 'admin');
  await expect.poll(async () => (await (await page.request.get('/api/review')).text()).includes('18 or more')).toBe(true);
  await page.goto('/admin/review?state=TX');
  await ready(page);
  const now = page.getByRole('region', { name: 'Texas (through October 5, 2150)', exact: true });
  const later = page.getByRole('region', { name: 'Texas (from October 6, 2150)', exact: true });
  await expect(now).toContainText('at least 16 years old');
  await expect(now).not.toContainText('Scheduled');
  await expect(later).toContainText('Scheduled.');
  await expect(later).toContainText('18 or more');
  await expect(pictures(page)).toHaveCount(1);
  await expect(page.getByRole('region', { name: /^Sign-off/ })).toContainText('(1 scheduled)');
  await expectAccessible(page);
  // With every region on its own clock, the date is the same for all of them.
  await page.getByLabel('State', { exact: true }).selectOption('All states');
  await ready(page);
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: /from October 6, 2150$/ }).first().click();
  await expect(page.getByRole('heading', { name: /from October 6, 2150/ }).first()).toBeInViewport();
});

test('on a phone nothing is cut off', async ({ admin: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/review?state=TX');
  await ready(page);
  await drawn(page);
  const [width, scroll] = await page.evaluate(() => [document.documentElement.clientWidth, document.documentElement.scrollWidth]);
  expect(scroll).toBeLessThanOrEqual(width ?? 0);
  await expectAccessible(page);
});

test('in print there is only the text, with lines to sign and its links written out', async ({ admin: page }) => {
  await page.goto('/admin/review?state=TX');
  await ready(page);
  await drawn(page);
  // Paper is white in the dark theme too.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden();
  await expect(page.getByText('Signature', { exact: true })).toBeVisible();
  await expect(pictures(page)).toBeVisible();
  const link = page.getByRole('region', { name: 'Texas', exact: true }).getByRole('link', { name: /opens in a new tab/ }).filter({ visible: true }).first();
  const written = await link.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(written).toContain((await link.getAttribute('href')) ?? 'no address');
  const ink = await heading(page).evaluate((element) => getComputedStyle(element).color);
  expect(Math.max(...(ink.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
  const sheets = async () => ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g) ?? []).length;
  const one = await sheets();
  expect(one).toBeGreaterThan(8);
  expect(one).toBeLessThan(60);
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('State', { exact: true }).selectOption('All states');
  await ready(page);
  await expect(pictures(page)).not.toHaveCount(1);
  await drawn(page);
  const all = await sheets();
  expect(all).toBeGreaterThan(one);
  expect(all).toBeLessThan(80);
});

test('a picture that can’t be loaded is reported, and the text stays', async ({ admin: page }) => {
  await page.route('**/api/graph/**', (route) => route.abort());
  await page.goto('/admin/review?state=TX');
  await expect(page.getByText('The picture couldn’t be loaded.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Texas', exact: true }).getByRole('heading', { level: 4 }).first()).toBeVisible();
});

test('if it fails to load, the page says so, and it can be retried', async ({ admin: page }) => {
  await page.route('**/api/review', (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } }));
  await page.clock.install();
  await page.goto('/admin/review');
  await page.clock.runFor(20_000);
  await expect(page.getByRole('alert')).toHaveText('Something went wrong.');
  await expectAccessible(page);
  await page.unroute('**/api/review');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await ready(page);
});

test('a volunteer is refused, and nothing of it is requested', async ({ volunteer: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/admin/review?state=TX');
  await expect(heading(page)).toHaveText('Access Restricted');
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /review$|graph/.test(path) && !path.includes('assets') && path !== '/admin/review')).toEqual([]);
  await expectAccessible(page);
});

const preview = base.extend<object, { engine: Engine }>({
  engine: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { engine, stop } = await startEngine(['--preview']);
      await use(engine);
      await stop();
    },
    { scope: 'worker' },
  ],
});

const banner = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

for (const [size, viewport] of Object.entries({ 'a wide screen': { width: 1280, height: 800 }, 'a phone': { width: 390, height: 844 } })) {
  preview(`every screen of a preview says that it is one, and the answers stay visible without scrolling: ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const seen = async () => {
      await expect(heading(page)).toBeVisible();
      await expect(banner(page)).toHaveText('Preview of an edit: not what volunteers see.');
      await expect(banner(page)).toBeInViewport({ ratio: 1 });
      await expect(banner(page).getByRole('button')).toHaveCount(0);
      await expectAccessibleInBothThemes(page);
    };
    await page.goto('/');
    await seen();
    await signIn(page, 'admin');
    await page.goto('/home');
    await seen();
    await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
    await seen();
    for (const name of ['Yes', 'No']) await expect(page.getByRole('group', { name: 'Answers' }).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await page.goto('/admin/review?state=TX');
    await ready(page);
    await page.mouse.wheel(0, 2000);
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    await page.emulateMedia({ media: 'print' });
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole('region', { name: /^Sign-off/ })).toContainText('a preview');
  });
}

test('volunteers never see that it’s a preview', async ({ page }) => {
  await page.goto('/');
  await expect(heading(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await signIn(page);
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});
