/**
 * Takes the README's pictures, into `docs/pictures/`, and the icon for a phone's home screen, into `public/`: `make
 * screenshots`. They're committed so that the repository's pages show them; they change only when the screens do.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, signIn, test, type Page } from './harness';

const web = resolve(import.meta.dirname, '..');
const folder = resolve(web, '../docs/pictures');
/** The largest size of a picture, in bytes, because everyone who opens the README loads them. */
const bound = 150_000;
/** A Thursday at noon in New York, so that no notice about a date or the night is on the screen. */
const noon = new Date('2026-09-10T16:00:00Z');

/** Saves the screen as WebP. */
async function picture(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const bytes = Buffer.from(data, 'base64');
  expect(bytes.length).toBeLessThan(bound);
  await mkdir(folder, { recursive: true });
  await writeFile(resolve(folder, name), bytes);
}

/** Opens a volunteer's home page with the clock fixed. */
async function home(page: Page): Promise<void> {
  await page.clock.setFixedTime(noon);
  await signIn(page);
  await page.goto('/home');
  // A picture needs neither a scrollbar nor space for one.
  await page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = 'auto';
  });
}

/** Goes from the home page to the first question. */
async function begin(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
  await page.getByRole('button', { name: 'ID Assistance' }).click();
  await page.getByRole('combobox').selectOption('TX');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await expect(page.getByText('Question 2', { exact: true })).toBeVisible();
}

const still = { colorScheme: 'light', reducedMotion: 'reduce', timezoneId: 'America/New_York' } as const;

test.describe('a laptop', () => {
  test.use({ ...still, viewport: { width: 1280, height: 800 } });

  test('a question', async ({ page }) => {
    await home(page);
    await begin(page);
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page.getByText('Question 3', { exact: true })).toBeVisible();
    await picture(page, 'question.webp');
  });
});

test.describe('a phone', () => {
  test.use({ ...still, viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a contact, from the first question to the thank-you page', async ({ page, browser }) => {
    const screens: string[] = [];
    const keep = async () => screens.push((await page.screenshot()).toString('base64'));
    await home(page);
    await begin(page);
    await keep();
    for (const question of [3, 4]) {
      await page.getByRole('button', { name: 'Yes', exact: true }).click();
      await expect(page.getByText(`Question ${question}`, { exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copy Decision' })).toBeVisible();
    await keep();
    await page.getByRole('button', { name: 'Next Step' }).click();
    await page.getByRole('checkbox').check();
    await page.evaluate(() => scrollTo(0, 0));
    await keep();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Copy.*Note/ }).click();
    await page.getByRole('button', { name: 'Filled Out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
    await keep();

    const strip = await browser.newPage({ viewport: { width: 4 * 390 + 5 * 24, height: 844 + 48 } });
    const images = screens.map((screen) => `<img src="data:image/png;base64,${screen}" />`).join('');
    await strip.setContent(
      `<style>body { margin: 0; padding: 24px; display: flex; gap: 24px; background: #e6e8f2 } img { width: 390px; height: 844px; border-radius: 20px }</style>${images}`,
    );
    await picture(strip, 'contact.webp');
    await strip.close();
  });
});

test('the icon for a home screen is the logo, in white on its color', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 180, height: 180 } });
  const mark = await readFile(resolve(web, 'public/favicon.svg'), 'utf8');
  const color = /fill="(#\w+)"/.exec(mark)?.[1] ?? '';
  const swapped = mark.replaceAll(color, '#turned').replaceAll('#fff', color).replaceAll('#turned', '#fff');
  await page.setContent(`<style>body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${color} } svg { width: 116px }</style>${swapped}`);
  await page.screenshot({ path: resolve(web, 'public/touch-icon.png') });
  await page.close();
});
