/**
 * The layout: the script comes before the choice it leads to, the next action is within reach, and little is above
 * them.
 */
import { expect, test, type Page } from './harness';

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The questions with the longest scripts, in a call and in a chat. */
const questions = [
  '/dtree?origin=helpline&state=NV',
  '/dtree?origin=chat&state=NV',
  '/dtree?origin=chat&state=NC',
  '/dtree?origin=chat&state=NC&answers=B.yes',
  '/dtree?origin=chat&state=AZ&answers=B.yes,C.no',
  '/dtree?origin=chat&state=AZ&answers=B.yes,C.no,H.yes',
  '/dtree?origin=helpline&state=NC&answers=B.yes,C.yes',
];

async function begin(page: Page, path: string) {
  await page.goto(path);
  if (!path.includes('answers=')) await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await expect(page.getByRole('group', { name: 'Answers' })).toBeVisible();
}

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test('a question is above its script, the script is above the answers, and the answers are visible without scrolling', async ({ volunteer: page }) => {
      for (const path of questions) {
        await begin(page, path);
        const card = page.getByRole('region', { name: /^Question \d/ });
        const words = card.getByRole('button', { name: 'Copy', exact: true });
        const answers = card.getByRole('group', { name: 'Answers' });
        await expect(heading(page), path).toBeInViewport({ ratio: 1 });
        await expect(words, path).toHaveCount(1);
        for (const answer of await answers.getByRole('button').all()) await expect(answer, path).toBeInViewport({ ratio: 1 });
        const [asked, said, given] = [await heading(page).boundingBox(), await words.boundingBox(), await answers.boundingBox()];
        expect(asked?.y ?? 0, path).toBeLessThan(said?.y ?? 0);
        expect(said?.y ?? 0, path).toBeLessThan(given?.y ?? 0);
      }
    });

    test('the answers stay visible however long the script is', async ({ volunteer: page }) => {
      await begin(page, '/dtree?origin=helpline&state=TX&answers=B.yes');
      await page.getByRole('region', { name: /^Question \d/ }).getByRole('paragraph').last().evaluate((words) => {
        words.textContent = 'And so on and so forth. '.repeat(120);
      });
      await expect(page.getByRole('button', { name: 'Yes', exact: true })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'No', exact: true })).toBeInViewport({ ratio: 1 });
    });

    test('scripts for another channel are collapsed, below the answers', async ({ volunteer: page }) => {
      await begin(page, '/dtree?origin=helpline&state=TX&answers=B.yes');
      const others = page.getByText(/^For other channels \(\d+\)$/);
      await expect(others).toBeVisible();
      await expect(others.locator('..')).not.toHaveAttribute('open');
    });

    test('the greeting is above the choices of the first step', async ({ volunteer: page }) => {
      for (const path of ['/helpline', '/chat']) {
        await page.goto(path);
        const greeting = await page.getByRole('button', { name: 'Copy', exact: true }).first().boundingBox();
        for (const choice of ['Easy to Answer', 'ID Assistance']) {
          const button = page.getByRole('button', { name: choice });
          await expect(button, path).toBeInViewport({ ratio: 1 });
          expect(greeting?.y ?? 0, path).toBeLessThan((await button.boundingBox())?.y ?? 0);
        }
      }
    });

    test('the agreement’s checkbox and Continue are within reach from its first word to its last', async ({ volunteer: page }) => {
      await page.goto('/agree?origin=helpline&state=NC&answers=B.yes,C.yes,D.yes');
      for (const end of [false, true]) {
        if (end) await page.getByRole('region', { name: 'Virtual Voter Agreement' }).getByRole('paragraph').last().scrollIntoViewIfNeeded();
        await expect(page.getByRole('checkbox')).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('button', { name: 'Confirm Agreement First' })).toBeInViewport({ ratio: 1 });
      }
      await page.getByRole('checkbox').check();
      await expect(page.getByRole('button', { name: 'Continue' })).toBeInViewport({ ratio: 1 });
    });
  });
}

test.describe('at 1280 pixels', () => {
  test.use({ viewport: sizes.desktop });

  test('the footer fits on one line', async ({ volunteer: page }) => {
    await page.goto('/helpline');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Tax ID');
    expect((await footer.boundingBox())?.height ?? 0).toBeLessThanOrEqual(44);
  });

  test('the contact’s strip fits on one line, even with the longest name', async ({ volunteer: page }) => {
    await page.clock.setFixedTime('2026-11-03T10:30:00Z');
    for (const state of ['NC', 'TX', 'MA']) {
      await page.goto(`/agree?origin=helpline&state=${state}`);
      const back = await page.getByRole('button', { name: 'Back', exact: true }).boundingBox();
      for (const part of [page.getByRole('progressbar'), page.getByRole('button', { name: 'New Contact' })]) {
        const box = await part.boundingBox();
        expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - (back?.y ?? 0) - (back?.height ?? 0) / 2), state).toBeLessThan(4);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
      }
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone });

  test('at most 150 pixels are above the question, even when it’s too early to call', async ({ volunteer: page }) => {
    for (const time of ['2026-11-03T18:30:00Z', '2026-11-03T11:30:00Z']) {
      await page.clock.setFixedTime(time);
      for (const state of ['NC', 'TX', 'MS']) {
        await begin(page, `/dtree?origin=helpline&state=${state}&answers=B.yes`);
        expect((await page.getByRole('region', { name: /^Question \d/ }).boundingBox())?.y ?? 999, state).toBeLessThanOrEqual(150);
      }
    }
  });
});
