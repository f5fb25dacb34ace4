/** The content's status on the admin page while someone edits, with a real folder and a real engine. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, signIn, startEngine, test as base } from './harness';
import { startOnCopy, type OwnContent } from './own-content';

const test = base.extend<{ own: OwnContent; admin: Page }>({
  // Playwright reads the fixture's dependencies from the pattern.
  // eslint-disable-next-line no-empty-pattern
  own: async ({}, use) => {
    const own = await startOnCopy();
    await use(own);
    await own.stop();
  },
  baseURL: async ({ own }, use) => use(own.engine.url),
  admin: async ({ page }, use) => {
    await signIn(page, 'admin');
    await page.goto('/admin');
    await expect(guidance(page).getByText('Volunteers are reading the latest edit.')).toBeVisible();
    await use(page);
  },
});

const guidance = (page: Page) => page.getByRole('region', { name: 'Guidance' });
const findings = (page: Page) => guidance(page).getByRole('list', { name: 'Findings' }).getByRole('listitem');
const fact = (page: Page, name: string) => guidance(page).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const served = async (page: Page) => ((await (await page.request.get('/api/content')).json()) as { version: string }).version;
const content = async (page: Page) => (await (await page.request.get('/api/content/status')).json()) as { stored?: { versions: number } };

test('a bad edit is shown with its location and fix while the previous version is served; a good one clears it', async ({ admin: page, own }) => {
  const good = await served(page);
  await expect(fact(page, 'Version')).toHaveText(good);
  await expect(fact(page, 'In the folder')).toContainText(`${good}: the same version, so it’s live.`);
  await expect(fact(page, 'Live since')).toContainText('when the engine started');
  await expect(fact(page, 'What’s in it')).toContainText('50 states');
  await expect(fact(page, 'Kept for open contacts')).toContainText(/1 version, \d+\.\d MB/);

  // Unsaved work on the list is kept, whatever is shown next to it.
  const field = page.getByRole('textbox', { name: 'Email address' });
  await field.fill('new@example.com');
  await field.press('Enter');
  await field.fill('half an addr');

  await own.edit('decision-tree.yaml', ['go: BC_URGENT }', 'go: BC_URGNT }']);
  await expect(guidance(page).getByText('The last edit was refused.')).toBeVisible();
  await expect(said(page, 'The last edit to the guidance was refused: 1 error.')).toBeAttached();
  await expect(findings(page)).toHaveCount(1);
  await expect(findings(page)).toContainText(/content\/decision-tree\.yaml:\d+:\d+/);
  await expect(findings(page)).toContainText('there is no question or solution "BC_URGNT"');
  await expect(findings(page)).toContainText('[unknown-node]');
  await expect(findings(page)).toContainText('why:');
  await expect(findings(page)).toContainText('help:did you mean "BC_URGENT"?');
  await expect(fact(page, 'Last update')).toContainText('refused, 1 error, in decision-tree.yaml');
  await expect(fact(page, 'Version')).toHaveText(good);
  await expect(fact(page, 'In the folder')).toContainText(/^[0-9a-f]{16}: refused, so it isn’t live\./);
  expect(await served(page)).toBe(good);
  await expect(field).toHaveValue('half an addr');
  await expect(page.getByRole('region', { name: 'You have unsaved changes.' })).toContainText('1 to add');
  await expectAccessibleInBothThemes(page);

  await own.edit('decision-tree.yaml', ['go: BC_URGNT }', 'go: BC_URGENT }']);
  await expect(guidance(page).getByText('Volunteers are reading the latest edit.')).toBeVisible();
  await expect(said(page, 'The problem with the guidance is fixed.')).toBeAttached();
  await expect(findings(page)).toHaveCount(0);

  await own.edit('site.yaml', ['badge: Volunteer App', 'badge: For Volunteers']);
  await expect(fact(page, 'Live since')).toContainText('site.yaml');
  await expect(said(page, 'An edit to the guidance is live.')).toBeAttached();
  await expect(fact(page, 'Version')).not.toHaveText(good);
  await expect(fact(page, 'Kept for open contacts')).toContainText('2 versions');
  await expect(field).toHaveValue('half an addr');
  await expect(page.getByRole('region', { name: 'You have unsaved changes.' })).toContainText('1 to add');
});

test('errors come before warnings', async ({ admin: page, own }) => {
  // In file order, the warning would come first.
  await own.edit('links.yaml', ['\nlinks:\n', '\nlinks:\n  unread: { url: "https://example.org/unread", label: Not in use }\n']);
  await own.edit('site.yaml', ['brand_link: state-rules', 'brand_link: state-ruless']);
  await expect(findings(page)).toHaveCount(2);
  const kinds = await findings(page).locator('p:first-child').allTextContents();
  const severities = kinds.map((text) => (text.startsWith('error') ? 'error' : 'warning'));
  expect(severities).toEqual(['error', 'warning']);
  await expect(guidance(page).getByText('1 error, 1 warning', { exact: true })).toBeVisible();
});

test('if the status can’t be loaded, the page says so and retries automatically', async ({ admin: page }) => {
  await page.route('**/api/content/status', (route) => route.fulfill({ status: 503, json: { error: 'The document store is away.', code: 'store_unavailable' } }));
  await expect(guidance(page).getByText(/^As of .*The document store is away\./)).toBeVisible();
  await page.reload();
  await expect(guidance(page).getByRole('alert')).toHaveText('The document store is away.');
  await expectAccessible(page);
  await page.unroute('**/api/content/status');
  // If the page has already updated automatically, there's nothing left to press.
  const latest = guidance(page).getByText('Volunteers are reading the latest edit.');
  await guidance(page).getByRole('button', { name: 'Try Again' }).or(latest).click();
  await expect(latest).toBeVisible();
});

test('starting on broken content serves the last good version, and says so', async ({ page, own }) => {
  const good = await signIn(page, 'admin').then(() => served(page));
  await expect.poll(async () => (await content(page)).stored?.versions).toBe(1);
  await own.edit('decision-tree.yaml', ['go: C }', 'go: CX }']);
  await own.again();
  await page.goto(`${own.engine.url}/admin`);
  await expect(guidance(page).getByText('Volunteers are reading the last good version.')).toBeVisible();
  await expect(fact(page, 'Version')).toHaveText(good);
  await expect(fact(page, 'Source')).toHaveText('the last good version, not the content');
  await expect(findings(page)).toHaveCount(1);
  await expectAccessible(page);
  await own.edit('decision-tree.yaml', ['go: CX }', 'go: C }']);
  await expect(guidance(page).getByText('Volunteers are reading the latest edit.')).toBeVisible();
});

test('the content that a fallback serves is marked', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'callguide-fallback-'));
  const shipped = resolve(import.meta.dirname, '../../content');
  const content = join(folder, 'content');
  await cp(shipped, content, { recursive: true });
  await rm(join(content, 'guides.yaml'));
  const { engine, stop } = await startEngine(['--content', content, '--content-fallback', shipped]);
  try {
    await signIn(page, 'admin', engine.url);
    await page.goto(`${engine.url}/admin`);
    await expect(guidance(page).getByText('Volunteers are reading the fallback copy.')).toBeVisible();
    await expect(guidance(page).getByText('Fallback', { exact: true })).toBeVisible();
    await expect(fact(page, 'Source')).toHaveText('the fallback copy, not the content');
    await expect(findings(page).first()).toContainText('guides.yaml');
    await expectAccessible(page);
    await cp(join(shipped, 'guides.yaml'), join(content, 'guides.yaml'));
    await expect(fact(page, 'Source')).toHaveText('the content folder');
    await expect(guidance(page).getByText('Volunteers are reading the latest edit.')).toBeVisible();
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test('content from a URL: where it’s from, when it was last fetched, and immediately if it can’t be fetched', async ({ page }) => {
  const root = resolve(import.meta.dirname, '../..');
  const archive = spawnSync('tar', ['-cz', '--transform', 's,^,top/,', 'content'], { cwd: root, maxBuffer: 1 << 26 }).stdout;
  let status = 200;
  const host = createServer((_, answer) => answer.writeHead(status).end(status === 200 ? archive : '')).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = `http://127.0.0.1:${String((host.address() as AddressInfo).port)}/main`;
  const { engine, stop } = await startEngine(['--content-url', `${address}?key=secret`, '--content-poll', '500ms']);
  try {
    await signIn(page, 'admin', engine.url);
    await page.goto(`${engine.url}/admin`);
    await expect(fact(page, 'Source')).toHaveText(address);
    await expect(fact(page, 'Last fetched')).toContainText(String(new Date().getFullYear()));
    await expect(fact(page, 'Last backup')).toHaveText('never');
    status = 401;
    await expect(guidance(page).getByText('The guidance can’t be fetched.')).toBeVisible();
    await expect(guidance(page).getByText('Reason: the site responded with 401')).toBeVisible();
    await expect(said(page, 'The guidance can’t be fetched: the site responded with 401')).toBeAttached();
    await expectAccessible(page);
    status = 200;
    await expect(guidance(page).getByText('The guidance can’t be fetched.')).toHaveCount(0);
  } finally {
    await stop();
    host.close();
  }
});

test('volunteers are told if nobody has been able to check for newer guidance for a day', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'callguide-stamp-'));
  const stamp = join(folder, 'last-pull');
  await writeFile(stamp, '');
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(stamp, yesterday, yesterday);
  const { engine, stop } = await startEngine(['--content-stamp', stamp, '--content-poll', '500ms']);
  try {
    await signIn(page, 'volunteer', engine.url);
    await expect.poll(async () => ((await (await page.request.get(`${engine.url}/api/session`)).json()) as object)).toHaveProperty('content_old_since');
    await page.goto(engine.url);
    const told = said(page, 'This guidance may be out of date. It was last checked for changes on');
    await expect(told).toBeVisible();
    await expectAccessible(page);
    await writeFile(stamp, 'x');
    await expect.poll(async () => ((await (await page.request.get(`${engine.url}/api/session`)).json()) as object)).not.toHaveProperty('content_old_since');
    await page.reload();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(told).toHaveCount(0);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});
