/** Building a helpline from scratch: a new folder, an FAQ from a spreadsheet, and a search in the browser. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { binary, expect, expectAccessible, signIn, startEngine, test, type Page } from './harness';

const spreadsheet = resolve(import.meta.dirname, '../../engine/tests/data/import/forty/faq.csv');

const questions = (page: Page) => page.getByRole('list', { name: 'FAQ' }).locator(':scope > li').locator('[data-entry]');

/** Runs the program and returns its output. Throws if the exit status isn't 0. */
async function callguide(...args: readonly string[]): Promise<string> {
  if (binary === undefined) throw new Error('no engine: build one with "cargo build"');
  const { stdout } = await promisify(execFile)(binary, args);
  return stdout;
}

test('an FAQ of forty entries in a spreadsheet becomes a helpline whose search finds them', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'callguide-start-'));
  const line = join(folder, 'our-line');
  const content = join(line, 'content');
  // The age of imported answers is unknown, so they're due for review from the day of the import.
  const day = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  try {
    await callguide('new', line);
    expect(await callguide('import', 'faq', spreadsheet, '--content', content, '--on', day)).toContain('40 entries written');
    expect(await callguide('lint', content, '--deny-warnings')).toBe('no findings\n');
    expect(await callguide('lint', content, '--on', day)).toContain('40 warnings');

    // A mistake made while reviewing the import; the program fixes it.
    const file = join(content, 'faq/delivery.yaml');
    const written = await readFile(file, 'utf8');
    await writeFile(file, written.replace('    question:', '    qestion:'));
    expect(await callguide('lint', content, '--fix', '--deny-warnings')).toContain('no findings\n');
    expect(await readFile(file, 'utf8')).toBe(written);

    const { engine, stop } = await startEngine(['--content', content]);
    try {
      await signIn(page, 'volunteer', engine.url);
      await page.goto(`${engine.url}/home`);
      await page.getByRole('main').getByRole('link', { name: 'Helpline' }).click();
      await page.getByRole('button', { name: 'A question' }).click();
      const search = page.getByRole('searchbox');
      // A partial word, as typed during a call.
      await search.fill('shower');
      const showers = questions(page).filter({ hasText: 'Is there a place to wash?' });
      await expect(showers).toBeVisible();
      await expectAccessible(page);
      await showers.click();
      // The steps in the cell became a list.
      const enlarged = page.getByRole('dialog');
      await expect(enlarged.getByRole('listitem')).toHaveText(['Mill Street', 'Harbor Road']);
      await page.keyboard.press('Escape');
      await expect(enlarged).toHaveCount(0);

      // The spreadsheet had the bare URL; now the answer links to it by name.
      await search.fill('nearest kitchen');
      await questions(page).filter({ hasText: 'Where is the nearest kitchen?' }).click();
      await expect(enlarged.getByRole('link', { name: /meals\.example\.org\/kitchens/ })).toHaveAttribute('href', 'https://meals.example.org/kitchens');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Answered' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write it down');
    } finally {
      await stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
