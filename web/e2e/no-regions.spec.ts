/**
 * Helplines that don't ask for a region, because there is none or only one: a contact is under way as soon as its tree is
 * on the screen.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, signIn, startEngine, test, type Page } from './harness';

const content = resolve(import.meta.dirname, '../../engine/tests/data/helplines/no-regions');
const first = 'Does it smell of gas, or is an alarm for carbon monoxide going off?';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

/** Runs `look` as the volunteer on an engine that serves `folder`. */
async function on(folder: string, page: Page, look: (url: string) => Promise<void>) {
  const { engine, stop } = await startEngine(['--content', folder]);
  try {
    await signIn(page, 'volunteer', engine.url);
    await look(engine.url);
  } finally {
    await stop();
  }
}

test('the tree begins at its first question, and has only one history entry', ({ page }) =>
  on(content, page, async (url) => {
    await page.goto(`${url}/calls`);
    await page.getByRole('button', { name: /wrong with the heating/ }).click();
    await expect(heading(page)).toHaveText(first);
    await expect(page.getByText('Question 1')).toBeVisible();
    await expect.poll(() => query(page, 'version')).toMatch(/^[0-9a-f]{8}/);
    await page.keyboard.press('n');
    await expect(heading(page)).toContainText('What warms the home?');
    await page.goBack();
    await expect(heading(page)).toHaveText(first);
    await page.goBack();
    await expect(page).toHaveURL(/\/calls$/);
    await page.goForward();
    await expect(heading(page)).toHaveText(first);
    await page.goForward();
    await expect(heading(page)).toContainText('What warms the home?');
    await page.getByRole('button', { name: 'Begin again' }).click();
    await expect(heading(page)).toHaveText(first);
    await expect(heading(page)).toBeFocused();
    await page.getByRole('button', { name: 'New Contact' }).click();
    await expect(page).toHaveURL(/\/calls$/);
  }));

test('a URL of the tree alone and one with only answers are both valid', ({ page }) =>
  on(content, page, async (url) => {
    await page.goto(`${url}/boiler`);
    await expect(heading(page)).toHaveText(first);
    await page.reload();
    await expect(heading(page)).toHaveText(first);
    await page.goto(`${url}/boiler?answers=smell.no,kind.boiler`);
    await expect(heading(page)).toHaveText("What's it doing?");
    await expect.poll(() => query(page, 'answers')).toBe('smell.no,kind.boiler');
    await page.goto(`${url}/boiler?state=TX&answers=smell.no`);
    await expect(page.getByRole('alert')).toHaveText("This question isn't there anymore.");
    await page.getByRole('button', { name: 'Begin again' }).click();
    await expect(heading(page)).toHaveText(first);
  }));

test('the questions are prefetched: a contact begins and ends offline', ({ page }) =>
  on(content, page, async (url) => {
    const tree = page.waitForResponse(/\/api\/tree\/all\b/);
    await page.goto(`${url}/calls`);
    await (await tree).finished();
    // The screens' code is prefetched too.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /wrong with the heating/ }).click();
    await expect(heading(page)).toHaveText(first);
    await page.keyboard.press('y');
    await expect(page.getByRole('region', { name: 'Leave the house' })).toBeVisible();
    await page.context().setOffline(false);
  }));

test('the only region isn’t asked for, and is shown as chosen', async ({ page }) => {
  const folder = join(await mkdtemp(join(tmpdir(), 'callguide-content-')), 'content');
  await cp(content, folder, { recursive: true });
  // Content with regions also needs words for them.
  const edits: [file: string, old: string, new: string][] = [
    ['site.yaml', 'region: { ask: never }', 'region: { singular: place, plural: places }'],
    ['site.yaml', '    first_entry: Place\n', '    first_entry: Place\n    select_label: Place\n    select_placeholder: Choose a place\n    select_first: Choose a place first.\n'],
    ['decision-tree.yaml', '  heading: BOILER CALL\n', '  heading: BOILER CALL\n  state: Place\n'],
  ];
  for (const [file, before, after] of edits) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replace(before, after));
  }
  await writeFile(
    join(folder, 'states.yaml'),
    'badges: [{ text: Home ground }]\nlink_labels: { office: Office }\nstates:\n  - { code: BAY, name: Ember Bay, links: { office: "https://bay.example.org" } }\n',
  );
  try {
    await on(folder, page, async (url) => {
      await page.goto(`${url}/calls`);
      await page.getByRole('button', { name: /wrong with the heating/ }).click();
      await expect(heading(page)).toHaveText(first);
      await expect(page.getByRole('combobox')).toHaveCount(0);
      await expect(page.getByRole('region', { name: 'So far' }).getByRole('listitem')).toHaveText(['1PlaceEmber Bay']);
      await expect(page.getByText('Home ground')).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Official pages: Ember Bay' })).toBeVisible();
      expect(query(page, 'state')).toBe('BAY');
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page).toHaveURL(/\/calls$/);
    });
  } finally {
    await rm(resolve(folder, '..'), { recursive: true, force: true });
  }
});
