import { expect, expectAccessible, signIn, test } from './harness';

const screens = {
  home: '/home',
  helpline: '/helpline',
  chat: '/chat',
  'FAQ step': '/helpline?step=faq',
  'ticket guide': '/helpline?step=easy-ticket',
  'chat ticket guide': '/chat-zendesk',
  'tree start': '/dtree?origin=helpline',
  question: '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes',
  'urgent solution': '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes',
  'regular solution': '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.no',
  'no assistance': '/dtree?origin=chat&state=TX&answers=B.no,G.no',
  'step not found': '/dtree?origin=chat&state=TX&answers=B.yes,X.no',
  agreement: '/agree?origin=chat&state=TX',
  'ID ticket guide': '/zendesk?origin=helpline&state=TX',
  support: '/support',
  finish: '/finish',
  'access restricted': '/admin',
};

for (const theme of ['light', 'dark'] as const) {
  test.describe(theme, () => {
    test.use({ colorScheme: theme });
    for (const [name, path] of Object.entries(screens)) {
      test(name, async ({ volunteer: page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      });
    }

    test('admin', async ({ page }) => {
      await signIn(page, 'admin');
      await page.goto('/admin');
      await expect(page.getByRole('heading', { level: 1, name: 'Admin Settings' })).toBeVisible();
      await expectAccessible(page);
    });

    test('what opens over a screen', async ({ volunteer: page }) => {
      // Five looks at whole pages.
      test.slow();
      await page.goto('/agree?origin=helpline&state=TX');
      await page.getByRole('radio', { name: 'Text' }).check();
      await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
      await expectAccessible(page);
      await page.getByRole('button', { name: /What changed/ }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /profile/ }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Search the FAQ' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
}
