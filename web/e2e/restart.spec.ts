/** An engine dies while volunteers are on the phone, and another replaces it at the same URL. */
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startFront } from './front';
import { expect, startEngine, test as base, type Engine, type Page } from './harness';

const shipped = resolve(import.meta.dirname, '../../content');
const question = 'Is the voter at least 16 years old and a US citizen?';
const reworded = 'Is the voter a US citizen, and at least 16?';

/** Engines that take turns on one data folder; each is killed before the next one starts. */
interface Turns {
  url: string;
  data: string;
  /**
   * Kills the engine and starts one on the shipped content, with the first question reworded to `first`. With `shares`,
   * the new engine is on another machine and shares only people and sessions; otherwise it has all of the previous
   * one's data.
   */
  next: (first: string, shares?: 'people') => Promise<void>;
}

const test = base.extend<{ turns: Turns }>({
  // Playwright reads the fixture's dependencies from the pattern.
  // eslint-disable-next-line no-empty-pattern
  turns: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'callguide-turns-'));
    const [data, content] = [join(folder, 'data'), join(folder, 'content')];
    const front = await startFront();
    let engine: Engine | undefined;
    const kill = async () => {
      if (engine === undefined) return;
      const { process } = engine;
      const ended = new Promise((done) => process.once('exit', done));
      process.kill('SIGKILL');
      await ended;
    };
    const next: Turns['next'] = async (first, shares) => {
      front.to(undefined);
      await kill();
      if (shares === 'people') await rm(join(data, 'versions'), { recursive: true, force: true });
      await rm(content, { recursive: true, force: true });
      await cp(shipped, content, { recursive: true });
      const tree = join(content, 'decision-tree.yaml');
      await writeFile(tree, (await readFile(tree, 'utf8')).replace(question, first));
      ({ engine } = await startEngine(['--content', content], data));
      front.to(engine.url);
    };
    await next(question);
    await use({ url: front.url, data, next });
    front.stop();
    await kill();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ turns }, use) => use(turns.url),
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const version = (page: Page) => new URL(page.url()).searchParams.get('version') ?? '';
const served = async (page: Page) => (await page.request.get('/api/content')).headers()['x-content-version'];
const banner = (page: Page) => page.getByRole('complementary', { name: 'The guidance has changed' });
const told = (page: Page) => page.getByRole('status').filter({ hasText: 'is no longer available' });

/** Goes to the second question by answering the first, and waits until the version is on disk. */
async function midTree(page: Page, { data }: Turns): Promise<string> {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(heading(page)).toContainText('unexpired ID');
  await expect.poll(() => version(page)).toMatch(/^[0-9a-f]{16}$/);
  await expect.poll(() => existsSync(join(data, 'versions', `${version(page)}.json.gz`))).toBe(true);
  return version(page);
}

test('the next engine has other content: the contact continues with the version that it began with', async ({ volunteer: page, turns }) => {
  const began = await midTree(page, turns);
  await turns.next(reworded);
  expect(await served(page)).not.toBe(began);
  await page.reload();
  await expect(heading(page)).toContainText('unexpired ID');
  expect(version(page)).toBe(began);
  await expect(told(page)).toBeHidden();
  await expect(banner(page).getByRole('status')).toContainText('A question you answered has changed.');
  await button(page, 'Finish on This Version').click();
  await button(page, 'Back').click();
  await expect(heading(page)).toHaveText(question);
  await button(page, 'Yes').click();
  await button(page, 'Yes').click();
  await expect(heading(page)).toContainText('deadline');
  expect(version(page)).toBe(began);
});

test('the next engine doesn’t have her version: the answers are replayed, she’s told once, and she stays there', async ({ volunteer: page, turns }) => {
  const began = await midTree(page, turns);
  await turns.next(reworded, 'people');
  const second = await served(page);
  expect(second).not.toBe(began);
  await page.reload();
  await expect(told(page)).toHaveText('The version in this link is no longer available. You’re using the current one. All your answers still fit.');
  await expect(heading(page)).toContainText('unexpired ID');
  await expect.poll(() => version(page)).toBe(second);

  // The message doesn't appear at the next step, after going back to the same one, or after a reload.
  await button(page, 'Yes').click();
  await expect(heading(page)).toContainText('deadline');
  await expect(told(page)).toBeHidden();
  await button(page, 'Back').click();
  await expect(heading(page)).toContainText('unexpired ID');
  await expect(told(page)).toBeHidden();
  await page.reload();
  await expect(heading(page)).toContainText('unexpired ID');
  await expect(told(page)).toBeHidden();
  await expect.poll(() => version(page)).toBe(second);

  // An old URL, as from the browser's Back, leads to where the contact is now.
  await page.goto(`/dtree?origin=helpline&state=TX&answers=B.yes&version=${began}`);
  await expect(heading(page)).toContainText('unexpired ID');
  await expect.poll(() => version(page)).toBe(second);
  await expect(told(page)).toBeHidden();

  // With alternating engines, the volunteer keeps her place each time, and the message isn't repeated.
  for (const first of [question, reworded]) {
    await turns.next(first, 'people');
    await page.reload();
    await expect.poll(async () => version(page) === (await served(page))).toBe(true);
    await expect(heading(page)).toContainText('unexpired ID');
    expect(new URL(page.url()).searchParams.get('answers')).toBe('B.yes');
    await expect(told(page)).toBeHidden();
  }
});

test('an open page keeps working while its engine is replaced', async ({ volunteer: page, turns }) => {
  const began = await midTree(page, turns);
  await turns.next(reworded);
  await button(page, 'Yes').click();
  await expect(heading(page)).toContainText('deadline');
  expect(version(page)).toBe(began);
  // The page automatically hears about the new version from the next engine.
  await expect(banner(page)).toBeVisible();
});
