/**
 * Takes screenshots of every screen at both widths and in both themes, into `screenshots/` (not committed): `make
 * screenshots`.
 */
import { resolve } from 'node:path';
import { expect, signIn, startEngine, test } from './harness';

const screens = {
  home: '/home',
  helpline: '/helpline',
  chat: '/chat',
  faq: '/helpline?step=faq',
  'easy-ticket': '/helpline?step=easy-ticket',
  'tree-start': '/dtree?origin=helpline',
  question: '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes',
  stop: '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
  go: '/dtree?origin=chat&state=TX&answers=B.yes,C.yes,D.no',
  quiet: '/dtree?origin=chat&state=TX&answers=B.no,G.no',
  agreement: '/agree?origin=chat&state=TX&answers=B.yes,C.yes,D.yes',
  'id-ticket': '/zendesk?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
  support: '/support',
  finish: '/finish',
  restricted: '/admin',
};
/**
 * Features that only other helplines use: no region to choose, a fourth outcome style, questions that earlier answers
 * change.
 */
const others = {
  'no-regions': {
    'no-region-first': '/boiler',
    'no-region-question': '/boiler?answers=smell.no,kind.boiler',
    'no-region-stop': '/boiler?answers=smell.yes',
    'no-region-caution': '/boiler?answers=smell.no,kind.boiler,doing.leak',
    'no-region-go': '/boiler?answers=smell.no,kind.boiler,doing.cold,gauge.low',
    'no-region-quiet': '/boiler?answers=smell.no,kind.stove',
  },
  'repair-fund': {
    'copies-damp': '/questions?origin=callers&state=WEST&answers=owner.yes,all-year.yes,child.yes,senior.yes,heating.yes',
  },
};
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, hasTouch: size === 'phone' });
      const file = (name: string) => `screenshots/${name}-${size}-${colorScheme}.png`;

      test('login', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.screenshot({ path: file('login') });
      });

      test('screens', async ({ page }) => {
        await signIn(page);
        for (const [name, path] of Object.entries(screens)) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.waitForLoadState('networkidle');
          await page.screenshot({ path: file(name) });
        }
      });

      for (const [folder, places] of Object.entries(others)) {
        test(folder, async ({ page }) => {
          const { engine, stop } = await startEngine(['--content', resolve(import.meta.dirname, '../../engine/tests/data/helplines', folder)]);
          try {
            await signIn(page, 'volunteer', engine.url);
            for (const [name, path] of Object.entries(places)) {
              await page.goto(engine.url + path);
              await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
              await page.waitForLoadState('networkidle');
              await page.screenshot({ path: file(name) });
            }
          } finally {
            await stop();
          }
        });
      }

      test('admin', async ({ page }) => {
        await signIn(page, 'admin');
        await page.goto('/admin');
        await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible();
        await page.screenshot({ path: file('admin') });
        await page.getByRole('textbox', { name: 'Email address' }).fill('new.person@example.com');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: /^Remove volunteer@/ }).click();
        await page.screenshot({ path: file('admin-unsaved') });
      });

      test('review', async ({ page }) => {
        await signIn(page, 'admin');
        await page.goto('/admin/review?state=TX');
        await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: file('review') });
        await page.getByRole('region', { name: 'Texas', exact: true }).scrollIntoViewIfNeeded();
        await page.screenshot({ path: file('review-tree') });
      });

      test('states', async ({ page }) => {
        await signIn(page);
        await page.goto('/home');
        await page.getByRole('button', { name: /profile/ }).click();
        await page.screenshot({ path: file('profile') });
        await page.goto('/helpline?step=faq');
        const search = page.getByRole('searchbox');
        const searched = async (name: string, query: string, shows: RegExp) => {
          await search.fill(query);
          await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
          await page.screenshot({ path: file(name) });
        };
        await searched('faq-folded', 'expired license', /^\d+ found/);
        await page.getByRole('button', { name: /^Weaker matches/ }).click();
        await page.screenshot({ path: file('faq-unfolded') });
        await searched('faq-weak', 'when does the opera begin', /^Nothing matches well/);
        await searched('faq-nothing', 'xqzwvk', /^No questions found/);
        await page.context().setOffline(true);
        await searched('faq-offline', 'lost id', /^Offline/);
        await page.context().setOffline(false);
        await searched('faq-found', 'lost id', /^\d+ found/);
        await page.locator('[data-entry]').first().click();
        await page.screenshot({ path: file('faq-entry') });
        await page.clock.setFixedTime('2026-11-03T10:00:00Z');
        await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
        await expect(page.getByText('(before 8am)').first()).toBeAttached();
        await page.screenshot({ path: file('question-night') });
      });
    });
  }
}
