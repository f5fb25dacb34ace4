/** What the volunteer notes about a voter: it goes into scripts and into the ticket, and nowhere else. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clipboard, endSession, enterCode, expect, expectAccessible, signIn, startEngine, test as base, type Engine, type Page } from './harness';

const shipped = resolve(import.meta.dirname, '../../engine/tests/data/other-helpline');

/**
 * Returns a copy of another helpline's content that asks for a name and a number on the first step, and for a date at a
 * question.
 */
async function withFacts(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'callguide-content-')), 'content');
  await cp(shipped, folder, { recursive: true });
  const edit = async (file: string, from: string, to: string) => {
    const text = await readFile(join(folder, file), 'utf8');
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
    await writeFile(join(folder, file), text.replace(from, to));
  };
  await edit(
    'flows.yaml',
    '    title: Somebody calls\n',
    `    title: Somebody calls
    ask_for:
      - { id: voter.name, label: Name, kind: text }
      - { id: call-back, label: Call-back number, kind: phone, required: true, note: In case the line drops. }
      - { id: message, label: A message is all right, kind: choice, choices: ["Yes", "No"] }
`,
  );
  await edit('decision-tree.yaml', '    short: Out by when\n', '    short: Out by when\n    ask_for:\n      - { id: out-by, label: Out by, kind: date, required: true, expect: [{ not_past: true, hint: That day is over. }, { within_days: 31, answered: [deadline.this-week, deadline.this-month], hint: That is later. }] }\n');
  await edit('decision-tree.yaml', 'shortcut: m, go: appointment', 'shortcut: m, go: appointment, ask_for: [{ id: reason, label: Reason given, kind: text, required: true }]');
  return folder;
}

const test = base.extend<{ own: Engine; volunteer: Page }>({
  // Playwright reads the fixture's dependencies from the pattern.
  // eslint-disable-next-line no-empty-pattern
  own: async ({}, use) => {
    const folder = await withFacts();
    const { engine, stop } = await startEngine(['--content', folder, '--log', 'trace']);
    await use(engine);
    await stop();
    expect(engine.log()).toContain('callguide');
    expect(engine.log()).not.toMatch(/zyxquarbel|555-0100/i);
    await rm(resolve(folder, '..'), { recursive: true, force: true });
  },
  baseURL: async ({ own }, use) => use(own.url),
  volunteer: async ({ page, own }, use) => {
    await signIn(page, 'volunteer', own.url);
    await use(page);
  },
});

const name = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const pane = (page: Page) => page.getByRole('complementary', { name: 'This contact' });
const note = (page: Page) => page.getByRole('region', { name: 'Note for the ticket' });

/** Notes a name and a number on the first step. */
async function begin(page: Page) {
  await page.goto('/phone');
  await name(page).fill('Zyxquarbel');
  await page.getByRole('textbox', { name: 'Call-back number (required)' }).fill('555-0100');
}

/** Returns what this browser stores, and what its history contains. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, document.title, location.href, history.state]));

test('notes reach the ticket from the first step, and are discarded with the contact', async ({ volunteer: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await begin(page);
  await page.getByRole('radio', { name: 'No' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'A case for a desk' }).click();
  await expect(pane(page)).toContainText('Zyxquarbel');
  await page.getByRole('button', { name: 'The lease is here' }).click();
  await page.getByRole('combobox').selectOption('LOW');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  // The script contains the name, and typing it there is the same as typing it in its field.
  await expect(name(page).first()).toHaveValue('Zyxquarbel');
  await page.getByRole('button', { name: 'A letter to move out' }).click();
  await page.getByLabel('Out by (required)').fill('2026-10-05');
  await expect(pane(page)).toContainText('October 5, 2026');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'This week' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(note(page)).toContainText('Name: Zyxquarbel\nCall-back number: 555-0100\n');
  await note(page).getByRole('button', { name: 'Copy Note' }).click();
  await expect(note(page).getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await clipboard(page)).toMatch(/^SUMMARY FOR THE DESK\n[\s\S]*\nChannel: Phone\nName: Zyxquarbel\nCall-back number: 555-0100\nA message is all right: No\nOut by: October 5, 2026\nAgreement: confirmed \(Spoken\)$/);
  await expectAccessible(page);
  expect(await kept(page)).not.toMatch(/Zyxquarbel|555-0100|2026-10-05/);
  expect(asked.filter((one) => /zyxquarbel|555-0100|2026-10-05/i.test(one))).toEqual([]);
  await page.getByRole('button', { name: 'Case opened' }).click();
  // The contact is over once its last screen has rendered; that screen's code may still have to load.
  await expect(page.getByRole('heading', { level: 1, name: 'Well done' })).toBeVisible();
  await page.goBack();
  await expect(note(page)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Zyxquarbel');
});

test('the ticket lists what is required and missing, but blocks nothing', async ({ volunteer: page }) => {
  await page.goto('/phone');
  await page.getByRole('button', { name: 'A quick question' }).click();
  await page.getByRole('button', { name: 'That was it' }).last().click();
  await expect(note(page)).toContainText('Still needed: Call-back number.');
  await note(page).getByRole('textbox', { name: 'Call-back number (required)' }).fill('555-0100');
  await expect(note(page)).not.toContainText('Still needed');
  await expect(note(page)).toContainText('Call-back number: 555-0100');
});

test('an answer asks for its own facts and a hint says what doesn’t fit, but neither blocks anything', async ({ volunteer: page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'A case for a desk' }).click();
  await page.getByRole('button', { name: 'The lease is here' }).click();
  await page.getByRole('combobox').selectOption('LOW');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.getByRole('button', { name: 'A letter to move out' }).click();
  const day = page.getByRole('main').getByLabel('Out by (required)');
  await day.fill('2020-01-31');
  await expect(day).toHaveAccessibleDescription('That day is over.');
  await expectAccessible(page);
  await day.fill('2999-01-31');
  await expect(day).toHaveAccessibleDescription('That is later.');
  // With another answer, the value is fine.
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible();
  await expect(pane(page)).toContainText('January 31, 2999');
  await expect(page.getByText('That is later.')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Reason given (required)' })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'This month' }).click();
  const reason = page.getByRole('textbox', { name: 'Reason given (required)' });
  await expect(reason).toBeVisible();
  await expect(pane(page)).toContainText('That is later.');
  await expectAccessible(page);
  // The decision is copied as usual, without facts.
  await page.getByRole('button', { name: 'Copy the summary' }).click();
  await expect.poll(() => clipboard(page)).toContain('SUMMARY FOR THE DESK');
  expect(await clipboard(page)).not.toMatch(/2999|Reason|Zyxquarbel/);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(note(page)).toContainText('Still needed: Reason given.');
  await expect(note(page).getByLabel('Out by (required)')).toHaveAccessibleDescription('That is later.');
  await expectAccessible(page);
  await note(page).getByRole('textbox', { name: 'Reason given (required)' }).fill('Rent');
  await expect(note(page)).not.toContainText('Still needed');
  await expect(note(page)).toContainText('Reason given: Rent');
});

test('after a reload the notes are gone, and the page lists what to ask again until it’s noted', async ({ volunteer: page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'A quick question' }).click();
  await expect(pane(page)).toContainText('Zyxquarbel');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(pane(page)).toContainText('Ask again: Name, Call-back number (lost when the page was reloaded).');
  expect(await kept(page)).not.toMatch(/Zyxquarbel|555-0100/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'That was it' }).last().click();
  await expect(note(page)).toContainText('Ask again: Name, Call-back number');
  await expect(note(page)).not.toContainText('Still needed');
  await note(page).getByRole('textbox', { name: 'Name' }).fill('Zyxquarbel');
  await expect(note(page)).toContainText('Ask again: Call-back number (');
  await page.getByRole('button', { name: 'Noted' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Well done' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('callguide.contact'))).toBeNull();
});

test('a reload asks for confirmation, and navigation inside the app does not', async ({ volunteer: page }) => {
  await begin(page);
  await page.getByRole('button', { name: 'A quick question' }).click();
  await expect(pane(page)).toContainText('Zyxquarbel');
  const dialog = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const asked = await dialog;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await expect(pane(page)).toContainText('Zyxquarbel');
});

test('notes survive an expired session if the same person signs in', async ({ volunteer: page, own }) => {
  await begin(page);
  await page.getByRole('button', { name: 'A quick question' }).click();
  await endSession(page);
  await page.getByRole('searchbox').fill('heating');
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Zyxquarbel');
  await enterCode(page, own.url);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Sign in/ }).click();
  await (await opened).getByRole('button', { name: /volunteer/i }).click();
  await expect(pane(page)).toContainText('Zyxquarbel');
});

for (const [how, end] of Object.entries({
  'another person': async (page: Page, own: Engine) => {
    await endSession(page);
    await page.getByRole('searchbox').fill('heating');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await signIn(page, 'admin', own.url);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  },
  'a sign-out in another tab': async (page: Page, own: Engine) => {
    const other = await page.context().newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: /profile/ }).click();
    await other.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.locator('main').getByRole('button', { name: /^Sign in/ })).toBeVisible();
    await signIn(page, 'volunteer', own.url);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  },
})) {
  test(`notes are discarded by ${how}`, async ({ volunteer: page, own }) => {
    await begin(page);
    await page.getByRole('button', { name: 'A quick question' }).click();
    await expect(pane(page)).toContainText('Zyxquarbel');
    await end(page, own);
    await expect(pane(page)).toBeVisible();
    await expect(page.locator('body')).not.toContainText('Zyxquarbel');
  });
}
