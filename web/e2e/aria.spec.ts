/**
 * What assistive technology gets on every screen. The tests use another helpline's content, which only developers
 * change, so that staff can reword theirs without failing a developer's test. `npx playwright test e2e/aria.spec.ts -u`
 * rewrites the snapshots.
 */
import { resolve } from 'node:path';
import { expect, signIn, startEngine, test as base } from './harness';

const test = base.extend<object, { engine: Awaited<ReturnType<typeof startEngine>>['engine'] }>({
  engine: [
    // Playwright reads the fixture's dependencies from the pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { engine, stop } = await startEngine(['--content', resolve(import.meta.dirname, '../../engine/tests/data/other-helpline')]);
      await use(engine);
      await stop();
    },
    { scope: 'worker' },
  ],
});

const place = (answers: string) => `/desk-finder?origin=phone&state=LOW&answers=${answers}`;
const screens = {
  home: '/home',
  choice: '/phone',
  page: '/get-ready?origin=phone',
  faq: '/phone?step=notes',
  guide: '/phone?step=short-note',
  'tree-start': '/desk-finder?origin=phone&state=LOW',
  question: place('topic.notice'),
  solution: place('topic.notice,deadline.this-week'),
  'step-not-found': place('topic.none'),
  agreement: '/rules?origin=phone&state=LOW',
  support: '/support',
  finish: '/finish',
  restricted: '/admin',
};

test('every screen', async ({ page, baseURL }) => {
  await page.clock.setFixedTime('2026-11-03T15:00:00Z');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot({ name: 'login.aria.yml' });
  await signIn(page);
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect.soft(page.getByRole('main'), `${name} at ${baseURL ?? ''}`).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
  }
  await expect.soft(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'header.aria.yml' });
  await signIn(page, 'admin');
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: /^Remove / }).first()).toBeVisible();
  await expect.soft(page.getByRole('region', { name: 'Advisers' })).toMatchAriaSnapshot({ name: 'admin.aria.yml' });
  await page.goto('/admin/review?state=LOW');
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled();
  await expect.soft(page.getByRole('navigation', { name: 'Contents' })).toMatchAriaSnapshot({ name: 'review-contents.aria.yml' });
  const [state] = await page.getByLabel('District', { exact: true }).locator('option:checked').allTextContents();
  await expect.soft(page.getByRole('region', { name: state ?? '', exact: true })).toMatchAriaSnapshot({ name: 'review.aria.yml' });
});
