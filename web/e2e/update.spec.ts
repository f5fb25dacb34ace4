/** An edit while volunteers are on the phone, with a real folder, the engine that watches it, and the app. */
import { readFile, writeFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, expectAccessible, expectAccessibleInBothThemes, signIn, withoutTreesAhead, type Page } from './harness';
import { startOnCopy, type OwnContent } from './own-content';

/** A separate copy of the content, and a page where the volunteer is signed in to its engine. */
const test = base.extend<{ options: string[]; own: OwnContent }>({
  options: [[], { option: true }],
  own: async ({ options }, use) => {
    const own = await startOnCopy(options);
    await use(own);
    await own.stop();
  },
  baseURL: async ({ own }, use) => use(own.engine.url),
  volunteer: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

const texas = '/dtree?origin=helpline&state=TX';
const question = 'Is the voter at least 16 years old and a US citizen?';
const reworded = 'Is the voter a US citizen, and at least 16?';
const banner = (page: Page) => page.getByRole('complementary', { name: 'The guidance has changed' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const query = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const served = async (page: Page) => (await page.request.get('/api/content')).headers()['x-content-version'];

/** Goes to the second question by answering the first. */
async function midTree(page: Page): Promise<string> {
  await page.goto(`${texas}&answers=B.yes`);
  await expect(heading(page)).toContainText('unexpired ID');
  await expect.poll(() => query(page, 'version')).toBeTruthy();
  return query(page, 'version') ?? '';
}

/** Renames an answer to the question on the screen, in the tree and in its checks. */
async function renameAnswer(own: OwnContent): Promise<void> {
  const path = join(own.folder, 'checks/paths.yaml');
  const checks = (await readFile(path, 'utf8')).replaceAll('C.yes', 'C.needs');
  // Either change by itself is refused, and nobody is notified.
  await own.edit('decision-tree.yaml', [
    'short: Without an up-to-date, unexpired state ID?\n    answers:\n      - id: "yes"',
    'short: Without an up-to-date, unexpired state ID?\n    answers:\n      - id: "needs"',
  ]);
  await writeFile(`${path}.new`, checks);
  await rename(`${path}.new`, path);
}

test('an edit mid-tree: what changed is shown, and she can finish on her version', async ({ volunteer: page, own }) => {
  const version = await midTree(page);
  await own.edit('decision-tree.yaml', [question, reworded]);
  await own.edit('announcements.yaml', [
    'announcements:\n',
    'announcements:\n  - id: citizens-first\n    date: "2026-11-20"\n    title: Ask about citizenship first\n    text: The first question has a new **order**.\n',
  ]);
  await expect(banner(page).getByRole('status')).toHaveText(/^The guidance has changed\. “Ask about citizenship first”\. A question you answered has changed\.$/);
  await expect(heading(page)).toContainText('unexpired ID');
  await button(page, 'What changed').click();
  await expect(button(page, 'What changed').and(page.locator('[aria-expanded=true]'))).toBeVisible();
  await expect(banner(page).getByRole('heading', { name: 'Ask about citizenship first' })).toBeVisible();
  await expect(banner(page).getByRole('heading', { level: 2 }).nth(1)).toHaveText('What you’ve answered');
  await expect(banner(page).getByRole('insertion').first()).toContainText('US citizen');
  await expect(banner(page).getByRole('deletion').first()).toContainText('16 years old');

  await button(page, 'Finish on This Version').click();
  await expect(banner(page)).toBeHidden();
  await page.reload();
  await expect(heading(page)).toContainText('unexpired ID');
  await button(page, 'Back').click();
  await expect(heading(page)).toHaveText(question);
  await button(page, 'Yes').click();
  await button(page, 'Yes').click();
  await button(page, 'Yes').click();
  await button(page, 'Next Step').click();
  await page.getByRole('checkbox').check();
  await button(page, 'Continue').click();
  await expect(page).toHaveURL(new RegExp(`/zendesk\\?.*version=${version}`));
  await expect(banner(page)).toBeHidden();
  await button(page, 'Filled Out').click();
  await button(page, 'Help Another Voter').click();
  await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
  await button(page, 'ID Assistance').click();
  await page.getByRole('combobox').selectOption('TX');
  await button(page, 'Start Decision Tree').click();
  await expect(heading(page)).toHaveText(reworded);
  expect(query(page, 'version')).not.toBe(version);
});

test('moving keeps every answer that fits, and adds no history entry', async ({ volunteer: page, own }) => {
  await page.goto('/home');
  const version = await midTree(page);
  await own.edit('decision-tree.yaml', ['up-to-date, unexpired ID issued by {state.name}?\n', 'unexpired, up-to-date ID issued by {state.name}?\n']);
  await expect(banner(page).getByRole('status')).toContainText('The question on your screen has changed.');
  const entries = await page.evaluate(() => history.length);
  await button(page, 'Switch to the New Version').click();
  await expect(page.getByRole('status').filter({ hasText: 'All your answers still fit.' })).toBeVisible();
  await expect(heading(page)).toContainText('unexpired, up-to-date');
  await expect(banner(page)).toBeHidden();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await expect.poll(() => query(page, 'version')).toBe(await served(page));
  expect(query(page, 'answers')).toBe('B.yes');
  // The browser's Back leads to old URLs, which continue with the version she moved to.
  await button(page, 'Yes').click();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await page.goForward();
  await expect(heading(page)).toContainText('unexpired, up-to-date');
  expect(query(page, 'version')).not.toBe(version);
});

test('a replay that stops says at which answer, and where she is', async ({ volunteer: page, own }) => {
  await page.goto(`${texas}&answers=B.yes,C.yes`);
  await expect(heading(page)).toContainText('deadline');
  await renameAnswer(own);
  await expect(banner(page).getByRole('status')).toContainText('Only 1 of your 2 answers still fits.');
  await button(page, 'Switch to the New Version').click();
  const note = page.getByRole('status').filter({ hasText: 'no longer fits' });
  await expect(note).toHaveText(
    'You’re using the new version now. Your answer “Yes” to “Without an up-to-date, unexpired state ID?” no longer fits. The answers before it are kept. You’re now at question 3.',
  );
  await expect(page.getByText('Question 3', { exact: true })).toBeVisible();
  await expect(heading(page)).toBeFocused();
  expect(query(page, 'answers')).toBe('B.yes');
  await expectAccessible(page);
  await button(page, 'Close this note').click();
  await expect(note).toBeHidden();
  await button(page, 'Yes').click();
  await expect(page).toHaveURL(/answers=B\.yes,C\.needs/);
});

test('past the tree, too: from the agreement back to the answer that no longer fits', async ({ volunteer: page, own }) => {
  await page.goto(`${texas}&answers=B.yes,C.yes,D.yes`);
  await button(page, 'Next Step').click();
  await expect(heading(page)).toHaveText('Virtual Voter Agreement');
  await own.edit('agreement.yaml', ['It takes about two minutes.', 'It takes two minutes.']);
  await expect(banner(page).getByRole('status')).toContainText('The text on this screen has changed.');
  await renameAnswer(own);
  await expect(banner(page).getByRole('status')).toContainText('Only 1 of your 3 answers still fits.');
  await button(page, 'Switch to the New Version').click();
  await expect(page).toHaveURL(/\/dtree\?.*answers=B\.yes&/);
  await expect(page.getByRole('status').filter({ hasText: 'no longer fits' })).toContainText('You had also answered: “ID needed for an impending deadline? Yes”.');
});

test('nothing is lost if the network fails', async ({ volunteer: page, own, context }) => {
  await midTree(page);
  await own.edit('decision-tree.yaml', [question, reworded]);
  await expect(banner(page)).toBeVisible();
  await context.setOffline(true);
  await button(page, 'Switch to the New Version').click();
  await expect(page.getByRole('status').filter({ hasText: 'All your answers still fit.' })).toBeVisible();
  await button(page, 'Back').click();
  await expect(heading(page)).toHaveText(reworded);
});

const deadline = (folder: OwnContent) => folder.edit('decision-tree.yaml', ['short: ID needed for an impending deadline?', 'short: ID needed for a deadline that is near?']);

test('a question ahead that changed is reported as being ahead, and again when she reaches it', async ({ volunteer: page, own }) => {
  await page.goto(texas);
  await button(page, 'Start Decision Tree').click();
  await expect(heading(page)).toHaveText(question);
  await deadline(own);
  const told = banner(page).getByRole('status');
  await expect(told).toHaveText('The guidance has changed. A question you haven’t reached yet has changed.');
  await button(page, 'What changed').click();
  await expect(banner(page).getByRole('heading', { level: 2 })).toHaveText(['What you haven’t reached yet']);
  await button(page, 'Yes').click();
  await expect(told).toHaveText('The guidance has changed. A question you haven’t reached yet has changed.');
  await button(page, 'Yes').click();
  await expect(told).toHaveText('The guidance has changed. The question on your screen has changed.');
  await button(page, 'Yes').click();
  await expect(told).toHaveText('The guidance has changed. A question you answered has changed.');
  // The message doesn't appear on the other path.
  await button(page, 'Back').click();
  await button(page, 'Back').click();
  await button(page, 'Back').click();
  await button(page, 'No').click();
  await expect(told).toHaveText('The guidance has changed. Nothing on your path changed.');
});

test('a change that affects only another state doesn’t concern her: no banner, and her contact continues', async ({ volunteer: page, own }) => {
  const version = await midTree(page);
  const told = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/changes');
  await own.edit('states.yaml', ['election_office: https://elections.hawaii.gov', 'election_office: https://elections.hawaii.gov/office']);
  expect(((await (await told).json()) as { changes: unknown[] }).changes).toEqual([]);
  await expect(banner(page)).toBeHidden();
  await button(page, 'Yes').click();
  await expect(heading(page)).toContainText('deadline');
  expect(query(page, 'version')).toBe(version);
  // A banner appears if a change does affect the state.
  await own.edit('states.yaml', ['id_rules: https://www.votetexas.gov', 'id_rules: https://www.votetexas.gov/id']);
  await expect(banner(page).getByRole('status')).toContainText('The details for Texas have changed.');
});

test('if the changes can’t be loaded, the banner says so, they can be requested again, and moving works', async ({ volunteer: page, own }) => {
  test.slow();
  await page.route('**/api/changes?*', (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal' } }));
  await midTree(page);
  await deadline(own);
  const told = banner(page).getByRole('status');
  await expect(told).toHaveText('The guidance has changed. The list of changes couldn’t be loaded.');
  await expectAccessible(page);
  await page.unroute('**/api/changes?*');
  await button(page, 'Try Again').click();
  await expect(told).toHaveText('The guidance has changed. A question you haven’t reached yet has changed.');

  await page.route('**/api/changes?*', (route) => route.fulfill({ status: 410, json: { error: 'This version is gone.', code: 'gone' } }));
  await own.edit('decision-tree.yaml', ['deadline that is near?', 'deadline soon?']);
  await expect(told).toHaveText('The guidance has changed. The list of changes couldn’t be loaded.');
  await expect(button(page, 'Try Again')).toBeHidden();
  await button(page, 'Switch to the New Version').click();
  await expect(page.getByRole('status').filter({ hasText: 'All your answers still fit.' })).toBeVisible();
  await button(page, 'Yes').click();
  await button(page, 'Yes').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'deadline soon?' })).toBeVisible();
});

test('a change that doesn’t concern her is announced calmly', async ({ volunteer: page, own }) => {
  await midTree(page);
  await own.edit('support/20-response-times.yaml', ['title: Response Time Guidelines', 'title: How Fast to Answer']);
  await own.edit('faq/registration.yaml', ['question: How do I register to vote?', 'question: How does one register to vote?']);
  await expect(banner(page).getByRole('status')).toHaveText('The guidance has changed. Nothing on your path changed.');
  await button(page, 'What changed').click();
  await expect(banner(page).getByRole('heading', { level: 2 })).toHaveText(['Support', 'FAQ']);
  await expect(banner(page).getByText('How does one register to vote?')).toBeVisible();
});

test('home and support update automatically if nobody is in the middle of anything', async ({ volunteer: page, own }) => {
  await page.goto('/home');
  await expect(page.getByText("We're glad you're here.")).toBeVisible();
  await own.edit('site.yaml', ["We're glad you're here.", 'It is good that you are here.']);
  await expect(page.getByText('It is good that you are here.')).toBeVisible();
  await expect(banner(page)).toBeHidden();

  await page.goto('/support');
  await page.getByRole('heading', { name: 'Response Time Guidelines' }).click();
  await expect(page.getByText('Check the clock first.')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 200));
  await own.edit('support/20-response-times.yaml', ['title: Response Time Guidelines', 'title: How Fast to Answer']);
  await expect(page.getByRole('heading', { name: 'How Fast to Answer' })).toBeVisible();
  await expect(page.getByText('Check the clock first.')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(200);
});

test('the FAQ search updates too, and keeps the typed text, the open entry, and the scroll position', async ({ volunteer: page, own }) => {
  await page.goto('/home');
  await button(page, 'Search the FAQ').click();
  const search = page.getByRole('searchbox');
  await search.fill('register to vote');
  const entry = (name: string) => page.locator('[data-entry]').filter({ hasText: name });
  await expect(entry('How do I register to vote?')).toBeVisible();
  await own.edit('faq/registration.yaml', ['question: How do I register to vote?', 'question: How does one register to vote?']);
  await expect(entry('How does one register to vote?')).toBeVisible();
  await expect(search).toHaveValue('register to vote');
  await expect(search).toBeFocused();

  // An enlarged entry stays open until it's closed, even if it no longer exists in the content.
  await entry('How does one register to vote?').click();
  const open = page.getByRole('dialog', { name: 'How does one register to vote?' });
  const fetched = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/faq');
  await own.edit('faq/registration.yaml', ['question: How does one register to vote?', 'question: How to register to vote?']);
  await fetched;
  await expect(open).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry('How to register to vote?')).toBeVisible();
});

test('an admin’s unsaved edits aren’t disturbed', async ({ page, own }) => {
  await signIn(page, 'admin');
  await page.goto('/admin');
  const field = page.getByRole('textbox', { name: 'Email address' });
  await field.fill('cy@example.com');
  await field.press('Enter');
  await field.fill('half@exam');
  await own.edit('site.yaml', ['Nonpartisan 501(c)(3) nonprofit', 'Nonpartisan, nonprofit 501(c)(3)']);
  await expect(page.getByRole('contentinfo')).toContainText('Nonpartisan, nonprofit 501(c)(3)');
  await expect(field).toHaveValue('half@exam');
  await expect(field).toBeFocused();
  await expect(page.locator('li[data-email="cy@example.com"]')).toContainText('New');
});

test('a still newer version replaces the banner', async ({ volunteer: page, own }) => {
  await midTree(page);
  await own.edit('decision-tree.yaml', [question, reworded]);
  await expect(banner(page).getByRole('status')).toContainText('A question you answered has changed.');
  await button(page, 'Finish on This Version').click();
  await expect(banner(page)).toBeHidden();
  // Reverts to the version that the volunteer is using, and then changes to another one.
  await own.edit('decision-tree.yaml', [reworded, question]);
  await own.edit('agreement.yaml', ['It takes about two minutes.', 'It takes two minutes.']);
  await expect(banner(page).getByRole('status')).toHaveText('The guidance has changed. A step you haven’t reached yet has changed.');
});

test('the content doesn’t change in the middle of a contact without a version, either', async ({ volunteer: page, own }) => {
  await page.goto('/helpline');
  await button(page, 'Easy to Answer').click();
  await expect(heading(page)).toHaveText('Find the answer');
  await own.edit('flows.yaml', ['title: Find the answer', 'title: Look it up']);
  await expect(banner(page).getByRole('status')).toContainText('The text on this screen has changed.');
  await expect(heading(page)).toHaveText('Find the answer');
  await page.getByRole('searchbox').fill('ballot');
  await button(page, 'Switch to the New Version').click();
  await expect(heading(page)).toHaveText('Look it up');
  await expect(page.getByRole('searchbox')).toHaveValue('ballot');
  await expect(banner(page)).toBeHidden();
});

test('two tabs share one stream, and the next takes over when the first is closed', async ({ volunteer: page, own, context }) => {
  const streams: Page[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.frame().page());
  });
  await page.goto('/home');
  await expect.poll(() => streams).toEqual([page]);
  const second = await context.newPage();
  await second.goto('/home');
  await expect(heading(second)).toBeVisible();
  await own.edit('site.yaml', ["We're glad you're here.", 'It is good that you are here.']);
  for (const tab of [page, second]) await expect(tab.getByText('It is good that you are here.')).toBeVisible();
  expect(streams).toEqual([page]);
  await page.close();
  await expect.poll(() => streams).toEqual([page, second]);
  await own.edit('site.yaml', ['It is good that you are here.', 'How good that you are here.']);
  await expect(second.getByText('How good that you are here.')).toBeVisible();
});

test.describe('if the engine has no streams left', () => {
  test.use({ options: ['--event-streams', '0'] });

  test('an edit arrives automatically, and the page says so if it can’t poll for one', async ({ volunteer: page, own }) => {
    await page.clock.install();
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/events') && answer.status() === 503);
    const version = await midTree(page);
    await refused;
    const edited = async (before: string | undefined, folder: Promise<void>) => {
      await folder;
      await expect.poll(() => served(page)).not.toBe(before);
    };
    await edited(version, own.edit('decision-tree.yaml', [question, reworded]));
    await page.clock.runFor(65_000);
    await expect(banner(page)).toBeVisible();

    await button(page, 'Switch to the New Version').click();
    await expect(banner(page)).toBeHidden();
    await edited(await served(page), deadline(own));
    await page.evaluate(() => void dispatchEvent(new Event('focus')));
    await page.clock.runFor(5000);
    await expect(banner(page)).toBeVisible();

    const note = page.getByText('The app can’t check for updates right now, so this may not be the latest guidance.');
    await page.route('**/api/content', (route) => route.fulfill({ status: 429, json: { error: 'Too many requests.', code: 'too_many_requests' } }));
    await expect(async () => {
      await page.clock.runFor(20_000);
      await expect(note).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
    await page.unroute('**/api/content');
    await page.clock.runFor(65_000);
    await expect(note).toBeHidden();
  });
});

test('a session that ends elsewhere ends here, and no more requests follow', async ({ volunteer: page, context }) => {
  await page.goto('/home');
  await expect(heading(page)).toBeVisible();
  await context.request.post('/auth/logout');
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await page.clock.runFor(120_000);
  expect(asked.filter((url) => /events|content|faq/.test(url))).toEqual([]);
});

test.describe('a pasted link', () => {
  test('with an old version opens in that version', async ({ volunteer: page, own }) => {
    const version = await midTree(page);
    await page.goto('/home');
    await own.edit('decision-tree.yaml', [question, reworded]);
    await expect.poll(() => served(page)).not.toBe(version);
    await page.goto(`${texas}&version=${version}`);
    await expect(heading(page)).toHaveText(question);
    await expect(banner(page).getByRole('status')).toContainText('The question on your screen has changed.');
  });

  test.describe('with a version that’s gone', () => {
    test.use({ options: ['--versions', '1'] });

    for (const [name, address, there] of [
      ['the tree', `${texas}&answers=B.yes`, /unexpired/],
      ['the agreement', '/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes', 'Virtual Voter Agreement'],
      ['the ticket', '/zendesk?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes', 'Fill out the ID assistance ticket'],
      ['the FAQ', '/helpline?step=faq&q=ballot', 'Find the answer'],
    ] as const) {
      test(`continues with the current one: ${name}`, async ({ volunteer: page, own }) => {
        const version = await midTree(page);
        await own.edit('decision-tree.yaml', [question, reworded]);
        await expect.poll(() => served(page)).not.toBe(version);
        await page.goto(`${address}&version=${version}`);
        await expect(page.getByRole('status').filter({ hasText: 'is no longer available. You’re using the current one.' })).toBeVisible();
        await expect(heading(page)).toHaveText(there);
        await expect.poll(() => query(page, 'version')).toBe(await served(page));
        expect(query(page, 'q')).toBeNull();
        if (address.includes('q=')) await expect(page.getByRole('searchbox')).toHaveValue('ballot');
        await expect(banner(page)).toBeHidden();
      });
    }

    test('continues with the current one: a second edit follows before the first one’s tree is fetched', async ({ volunteer: page, own }) => {
      await withoutTreesAhead(page);
      const version = await midTree(page);
      await own.edit('decision-tree.yaml', [question, reworded]);
      await expect.poll(() => served(page)).not.toBe(version);
      const between = await served(page);
      // The page doesn't hear of the edit, and doesn't know that it's missing events.
      await page.route('**/api/events', () => undefined);
      const asked: string[] = [];
      const secondEdit = async () => {
        await own.edit('decision-tree.yaml', [reworded, 'Is the voter a US citizen of 16 or more?']);
        await expect.poll(() => served(page)).not.toBe(between);
      };
      let edited: Promise<void> | undefined;
      await page.route('**/api/tree/**', async (route) => {
        asked.push(new URL(route.request().url()).searchParams.get('version') ?? '');
        edited ??= secondEdit();
        await edited;
        await route.continue();
      });
      await page.goto(`${texas}&answers=B.yes&version=${version}`);
      // The second edit is made and read during this wait.
      await expect(page.getByRole('status').filter({ hasText: 'You’re using ' })).toBeVisible();
      await expect(heading(page)).toHaveText(/unexpired/);
      expect(asked[0]).toBe(between);
      await expect.poll(() => query(page, 'version')).toBe(await served(page));
    });

    test('continues with the current one: a page that slept and still holds the old content', async ({ volunteer: page, own }) => {
      await withoutTreesAhead(page);
      // The page doesn't hear of the edit, and doesn't know that it's missing events.
      await page.route('**/api/events', () => undefined);
      await page.goto('/dtree?origin=helpline');
      await expect(button(page, 'Start Decision Tree')).toBeVisible();
      const version = await served(page);
      await own.edit('decision-tree.yaml', [question, reworded]);
      await expect.poll(() => served(page)).not.toBe(version);
      await page.getByLabel("Voter's state").selectOption('Texas');
      await button(page, 'Start Decision Tree').click();
      await expect(page.getByRole('status').filter({ hasText: 'is no longer available. You’re using the current one.' })).toBeVisible();
      await expect(heading(page)).toHaveText(reworded);
      await expect.poll(() => query(page, 'version')).toBe(await served(page));
    });

    test('stops at the answer that no longer fits', async ({ volunteer: page, own }) => {
      const version = await midTree(page);
      await renameAnswer(own);
      await expect.poll(() => served(page)).not.toBe(version);
      await page.goto(`/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes&version=${version}`);
      await expect(page).toHaveURL(/\/dtree\?.*answers=B\.yes&/);
      await expect(page.getByRole('status').filter({ hasText: 'no longer fits' })).toContainText('You’re now at question 3.');
    });
  });

  test('with a version that never existed', async ({ volunteer: page }) => {
    await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes&version=nonsense');
    await expect(page.getByRole('status').filter({ hasText: 'is no longer available' })).toBeVisible();
    await expect(heading(page)).toHaveText('Virtual Voter Agreement');
    await expect.poll(() => query(page, 'version')).toBe(await served(page));
  });
});

for (const [device, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  test.describe(`the banner on a ${device}`, () => {
    test.use({ viewport, isMobile: device === 'phone', hasTouch: device === 'phone' });

    test('leaves the question and answers visible without scrolling, and axe finds nothing', async ({ volunteer: page, own }) => {
      test.slow();
      await midTree(page);
      const answers = () => Promise.all(['Yes', 'No'].map((name) => button(page, name).boundingBox()));
      const before = await answers();
      await own.edit('decision-tree.yaml', [question, reworded], ['up-to-date, unexpired ID issued by {state.name}?\n', 'unexpired, up-to-date ID issued by {state.name}?\n']);
      await expect(banner(page)).toBeVisible();
      await expect(heading(page)).toBeInViewport({ ratio: 1 });
      for (const name of ['Yes', 'No']) await expect(button(page, name)).toBeInViewport({ ratio: 1 });
      // The banner may appear at any time, so a hand moving toward an answer must find it where it was.
      expect(await answers()).toEqual(before);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectAccessibleInBothThemes(page);
      await button(page, 'What changed').click();
      await expect(banner(page).getByRole('insertion').first()).toBeVisible();
      await expectAccessibleInBothThemes(page);
    });
  });
}
