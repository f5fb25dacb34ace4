/** Expects no axe violations on any screen in any of its states, at both widths (the projects) and in both themes. */
import type { Page } from '@playwright/test';
import { resolve } from 'node:path';
import { expect, expectAccessibleInBothThemes, refuseClipboard, signIn, startEngine, test, withoutTreesAhead } from './harness';

interface State {
  name: string;
  path: string;
  /** Brings the screen into this state. */
  then?: (page: Page) => Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first();
const place = (answers: string) => `/dtree?origin=helpline&state=TX&answers=${answers}`;
const urgent = place('B.yes,C.yes,D.yes');
const away = { status: 503, json: { error: 'The document store is away.', code: 'store_unavailable' } };

const flows: State[] = [
  { name: 'home', path: '/home' },
  { name: 'helpline', path: '/helpline' },
  { name: 'chat', path: '/chat' },
  { name: 'FAQ step', path: '/helpline?step=faq' },
  { name: 'ticket guide', path: '/helpline?step=easy-ticket' },
  { name: 'chat ticket guide', path: '/chat-zendesk' },
  { name: 'agreement', path: '/agree?origin=chat&state=TX' },
  { name: 'agreement, confirmed', path: '/agree?origin=chat&state=TX', then: (page) => page.getByRole('checkbox').check() },
  {
    name: 'agreement, a blank not filled',
    path: '/agree?origin=helpline',
    then: async (page) => {
      await page.getByRole('radio', { name: 'Text' }).check();
      await button(page, 'Copy').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'ID ticket guide', path: '/zendesk?origin=helpline&state=TX' },
  { name: 'finish', path: '/finish' },
];

const tree: State[] = [
  { name: 'start', path: '/dtree?origin=helpline' },
  { name: 'start without a state', path: '/dtree?origin=helpline', then: (page) => button(page, 'Start Decision Tree').click() },
  { name: 'start with a state', path: '/dtree?origin=helpline&state=TX' },
  { name: 'question', path: place('B.yes,C.yes') },
  { name: 'question, next step', path: place('B.yes,C.yes'), then: (page) => button(page, 'Next Step').click() },
  { name: 'urgent', path: urgent },
  { name: 'urgent, copied', path: urgent, then: (page) => button(page, /^Copy Decision/).click() },
  { name: 'regular', path: place('B.yes,C.yes,D.no') },
  { name: 'no assistance', path: place('B.no,G.no') },
  { name: 'step not found', path: place('B.yes,X.no') },
  { name: 'a version that is gone', path: `${place('B.yes')}&version=0000000000000000` },
];

const pages: State[] = [
  { name: 'support', path: '/support' },
  { name: 'support, all open, one reviewed', path: '/support', then: async (page) => {
    await button(page, 'Expand All').click();
    await button(page, 'Mark as Reviewed').click();
  } },
  { name: 'access restricted', path: '/admin' },
  { name: 'review, restricted', path: '/admin/review' },
  { name: 'a contact under way elsewhere', path: urgent, then: async (page) => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText('K7');
    await page.goto('/support');
    await expect(page.getByRole('link', { name: 'Return to Contact' })).toBeVisible();
  } },
  { name: 'what changed', path: '/home', then: (page) => button(page, /^What changed/).click() },
  { name: 'profile', path: '/home', then: (page) => button(page, /profile$/).click() },
  { name: 'keys', path: '/home', then: (page) => button(page, 'Keyboard shortcuts').click() },
  { name: 'search over a screen', path: '/home', then: async (page) => {
    await button(page, 'Search the FAQ').click();
    await expect(page.getByRole('dialog').locator('[data-entry]').first()).toBeVisible();
  } },
];

const broken: State[] = [
  { name: 'the tree fails to load', path: '/dtree?origin=helpline', then: async (page) => {
    await withoutTreesAhead(page);
    await page.route('**/api/tree/**', (route) => route.fulfill({ status: 404, json: { error: 'Gone.', code: 'x' } }));
    await page.goto(urgent);
    await expect(page.getByRole('alert')).toBeVisible();
  } },
  { name: 'a part of the app is gone', path: '/home', then: async (page) => {
    await page.route('**/assets/Admin-*.js', (route) => route.abort());
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'This part of the app couldn’t be loaded' })).toBeVisible();
  } },
  { name: 'the guidance fails to load', path: '/home', then: async (page) => {
    await page.route('**/api/content*', (route) => route.fulfill({ ...away, status: 500 }));
    await page.clock.install();
    await page.goto('/helpline');
    await page.clock.runFor(20_000);
    await expect(page.getByRole('heading', { name: 'The guidance couldn’t be loaded' })).toBeVisible();
  } },
  { name: 'offline', path: '/home', then: async (page) => {
    await page.context().setOffline(true);
    await expect(page.getByText('You’re offline')).toBeVisible();
  } },
];

/** Checks each state once, in both themes. */
async function check(page: Page, states: readonly State[]) {
  for (const { name, path, then } of states) {
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await then?.(page);
      await expectAccessibleInBothThemes(page);
      await page.unrouteAll();
    });
  }
}

for (const [name, states] of Object.entries({ 'the flows': flows, 'the tree': tree, 'pages and what opens over them': pages, 'what is broken': broken })) {
  test(name, ({ volunteer: page }) => check(page, states));
}

test('login', ({ page }) => check(page, [{ name: 'login', path: '/' }]));

test('if the clipboard is refused', async ({ volunteer: page }) => {
  await refuseClipboard(page);
  const refused = (name: string) => async () => {
    await button(page, name).click();
    await expect(page.getByRole('alert')).toBeVisible();
  };
  await check(page, [
    { name: 'decision', path: urgent, then: () => button(page, /^Copy Decision/).click() },
    { name: 'link', path: '/agree', then: refused('Copy Link') },
    { name: 'answer', path: '/helpline?step=faq', then: refused('Copy') },
  ]);
});

test('outside calling hours', async ({ volunteer: page }) => {
  await page.clock.setFixedTime('2026-11-03T10:00:00Z');
  await check(page, [
    { name: 'start', path: '/dtree?origin=helpline&state=TX', then: (the) => expect(the.getByText('(before 8am)').first()).toBeVisible() },
    { name: 'question', path: place('B.yes'), then: (the) => expect(the.getByText('(before 8am)').first()).toBeAttached() },
  ]);
});

test('a helpline without regions, and the four outcome styles', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', resolve(import.meta.dirname, '../../engine/tests/data/helplines/no-regions')]);
  const at = (answers: string) => `${engine.url}/boiler?answers=${answers}`;
  try {
    await signIn(page, 'volunteer', engine.url);
    await check(page, [
      { name: 'first question', path: `${engine.url}/boiler` },
      { name: 'stop', path: at('smell.yes'), then: (the) => expect(the.getByRole('region', { name: 'Leave the house' })).toBeVisible() },
      { name: 'caution', path: at('smell.no,kind.boiler,doing.leak'), then: (the) => expect(the.getByRole('region', { name: 'Turn it off and wait' })).toBeVisible() },
      { name: 'go', path: at('smell.no,kind.boiler,doing.cold,gauge.low'), then: (the) => expect(the.getByRole('region', { name: 'Fix it together' })).toBeVisible() },
      { name: 'quiet', path: at('smell.no,kind.stove'), then: (the) => expect(the.getByRole('region', { name: 'Not a boiler' })).toBeVisible() },
      { name: 'step not found', path: at('smell.maybe') },
      { name: 'support without sections', path: `${engine.url}/support` },
    ]);
  } finally {
    await stop();
  }
});

test('admin', async ({ page }) => {
  await signIn(page, 'admin');
  const changed = async () => {
    await page.getByRole('textbox', { name: 'Email address' }).fill('new@example.com');
    await page.keyboard.press('Enter');
    await button(page, /^Remove volunteer@/).click();
    await expect(page.getByRole('region', { name: 'You have unsaved changes.' })).toBeVisible();
  };
  await check(page, [
    { name: 'the list', path: '/admin', then: () => expect(button(page, /^Remove /)).toBeVisible() },
    { name: 'unsaved changes', path: '/admin', then: changed },
    { name: 'review', path: '/admin/review?state=TX', then: () => expect(button(page, 'Print')).toBeEnabled() },
  ]);
});
