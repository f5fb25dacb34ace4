/**
 * Content unlike ours: helplines that don't ask for a region, that decide by a score, and that offer some answers only
 * to some people.
 */
import { resolve } from 'node:path';
import { clipboard, expect, signIn, startEngine, test, type Page } from './harness';

const content = (name: string) => resolve(import.meta.dirname, '../../engine/tests/data/helplines', name);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const given = (page: Page) => new URL(page.url()).searchParams.get('answers');

/** Expects that nothing on the screen asks for a region. */
async function expectNoChoice(page: Page) {
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page.getByText('Choose a place')).toHaveCount(0);
  await expect(page.getByText('Place', { exact: true })).toHaveCount(0);
}

/** Gives an answer by its letter, and waits until it's in the URL. */
async function press(page: Page, key: string, answer: string) {
  await page.keyboard.press(key);
  await expect.poll(() => given(page)?.split(',').at(-1)).toBe(answer);
}

test('without regions, a contact goes from its first step to its last and never asks for one', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', content('no-regions')]);
  try {
    await signIn(page, 'volunteer', engine.url);
    await page.goto(`${engine.url}/home`);
    await page.getByRole('main').getByRole('link', { name: 'Take a call' }).click();
    await expectNoChoice(page);
    await page.getByRole('button', { name: "Something's wrong with the heating" }).click();
    await expect(page).toHaveURL(/\/boiler/);
    await expect(heading(page)).toHaveText('Does it smell of gas, or is an alarm for carbon monoxide going off?');
    await expectNoChoice(page);

    await press(page, 'n', 'smell.no');
    await press(page, 'b', 'kind.boiler');
    await page.reload();
    await expect(heading(page)).toHaveText("What's it doing?");
    await press(page, 'c', 'doing.cold');
    await press(page, 'l', 'gauge.low');
    await expectNoChoice(page);
    await expect(page.getByRole('region', { name: 'Fix it together' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy the result' }).click();
    await expect(page.getByRole('button', { name: 'Result copied' })).toBeVisible();
    const note = await clipboard(page);
    expect(note).toMatch(/^BOILER CALL\n/);
    expect(note).toContain('Result: Add water together');
    expect(note).not.toContain('Place');

    await page.getByRole('button', { name: 'Go on' }).or(page.getByRole('link', { name: 'Go on' })).first().click();
    await expect(page).toHaveURL(/\/log\?/);
    await expectNoChoice(page);
    await page.getByRole('button', { name: "It's in the log" }).click();
    await expect(page).toHaveURL(/\/finish$/);
  } finally {
    await stop();
  }
});

test('without regions, Back before the first answer returns to the previous screen', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', content('no-regions')]);
  try {
    await signIn(page, 'volunteer', engine.url);
    await page.goto(`${engine.url}/calls`);
    await page.getByRole('button', { name: "Something's wrong with the heating" }).click();
    await expect(heading(page)).toHaveText('Does it smell of gas, or is an alarm for carbon monoxide going off?');
    await press(page, 'n', 'smell.no');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(heading(page)).toHaveText('Does it smell of gas, or is an alarm for carbon monoxide going off?');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/calls$/);
    await expect(heading(page)).toHaveText('The phone rings');
  } finally {
    await stop();
  }
});

/** Nine answers that count, in order, and three that don't. */
const nine = ['owner.yes', 'all-year.yes', 'child.yes', 'senior.yes', 'heating.yes', 'damp.yes', 'roof.yes', 'windows.yes', 'wiring.no', 'helped.no', 'savings.no', 'ready.yes'];

test('a score is still correct after Back and a reload, and the URL contains only ids', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', content('repair-fund')]);
  try {
    await signIn(page, 'volunteer', engine.url);
    await page.goto(`${engine.url}/callers`);
    await page.getByRole('button', { name: "There's time" }).click();
    await page.getByRole('combobox', { name: 'Borough of the home' }).selectOption({ label: 'Westmoor' });
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(heading(page)).toHaveText('Does the caller own the home?');
    for (const answer of nine.slice(0, 5)) await press(page, answer.endsWith('yes') ? 'y' : 'n', answer);

    // The effect of the answer about the child survives a reload, and disappears along with that answer.
    await expect(page.getByText("Ask about the child's bedroom first.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Ask about the child's bedroom first.")).toBeVisible();
    for (const left of [4, 3, 2]) {
      await page.getByRole('button', { name: 'Back' }).click();
      await expect.poll(() => given(page)?.split(',').length).toBe(left);
    }
    await press(page, 'n', 'child.no');
    await press(page, 'y', 'senior.yes');
    await press(page, 'y', 'heating.yes');
    await expect(heading(page)).toContainText('Is a wall damp or moldy?');
    await expect(page.getByText("Ask about the child's bedroom first.")).toHaveCount(0);

    // Eight points mean a loan in Westmoor.
    for (const answer of nine.slice(5)) await press(page, answer.endsWith('yes') ? 'y' : 'n', answer);
    await expect(page.getByRole('region', { name: 'Loan' })).toContainText('Send the loan papers to the caller.');
    expect(given(page)).toBe(nine.join(',').replace('child.yes', 'child.no'));
    expect(page.url()).not.toMatch(/~|%7E/i);

    // One more point means a grant; it comes from the next-to-last question that adds points.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(heading(page)).toHaveText("Would the repair cost more than the household earns in a month?");
    await press(page, 'y', 'savings.yes');
    await press(page, 'y', 'ready.yes');
    const grant = page.getByRole('region', { name: 'Grant' });
    await expect(grant).toContainText('Ask for a visit this week.');
    await page.reload();
    await expect(grant).toContainText('Say that little is left in Westmoor.');
    await page.getByRole('button', { name: 'Copy the result' }).click();
    await expect(page.getByRole('button', { name: 'Result copied' })).toBeVisible();
    expect(await clipboard(page)).toMatch(/^REPAIR FUND\nBorough: Westmoor\nLevel: A grant\nPlace in line: First\n/);
  } finally {
    await stop();
  }
});

test('a preview’s date is today’s date in every state', async ({ page }) => {
  const { engine, stop } = await startEngine(['--content', content('deadlines'), '--preview', '--on', '2026-10-05']);
  try {
    await signIn(page, 'volunteer', engine.url);
    for (const [state, badge, question, outcome] of [
      ['Hawaii', 'Last day', 'Is the yard signed up? Today is the last day.', 'Sign up today'],
      ['Vermont', 'Open', 'Is the yard signed up? It can be until February 29, 2028.', 'Count'],
    ] as const) {
      await page.goto(`${engine.url}/yard?origin=yards`);
      await page.getByRole('combobox', { name: 'State of the yard' }).selectOption({ label: state });
      await expect(page.getByText(badge, { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Begin' }).click();
      await expect(heading(page)).toHaveText(question);
      await press(page, 'n', 'signed-up.no');
      await expect(page.getByRole('region', { name: outcome })).toContainText("state's page");
    }
  } finally {
    await stop();
  }
});

/** Starts a night-ferry contact in a harbor. */
async function sail(page: Page, url: string, harbor: string) {
  await page.goto(`${url}/passengers`);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('combobox', { name: 'Harbor of departure' }).selectOption({ label: harbor });
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(heading(page)).toHaveText("What's the call about?");
}

/** Gives the answers in turn, and expects each question to offer exactly the listed answers. */
async function choose(page: Page, ...steps: (readonly [given: string, ...others: string[]])[]) {
  const offered = page.getByRole('group', { name: 'Answers' }).getByRole('button');
  for (const [given, ...others] of steps) {
    const before = page.url();
    await expect(page.getByRole('button', { name: given, exact: true })).toBeVisible();
    for (const name of others) await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    await expect(offered).toHaveCount(1 + others.length);
    await page.getByRole('button', { name: given, exact: true }).click();
    await page.waitForURL((url) => url.href !== before);
  }
}

test.describe('on the last day before lost luggage counts', () => {
  let url: string;
  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    const started = await startEngine(['--content', content('night-ferry'), '--preview', '--on', '2026-12-31']);
    ({ stop } = started);
    ({ url } = started.engine);
  });
  test.afterAll(() => stop());
  test.beforeEach(async ({ page }) => signIn(page, 'volunteer', url));

  test('a group is offered its own answers to questions that all groups share', async ({ page }) => {
    await sail(page, url, 'Torrin Sound');
    await choose(page, ['Papers for a trip', 'A bad night on board']);
    await page.getByRole('button', { name: 'An emergency passport', exact: true }).click();
    await expect(page.getByText('The date is on the back.')).toBeVisible();
    await choose(page, ['For this trip only', 'Longer than the trip']);
    await expect(heading(page)).toHaveText('Has the harbor office stamped the emergency passport?');
    await choose(page, ["It's at the office now", "It's stamped", 'Not yet'], ['Tonight']);
    await expect(page.getByRole('region', { name: 'Board' })).toContainText('Nobody checks more than the ticket and the papers.');

    // A class reaches the same questions, but with different text and answers.
    await sail(page, url, 'Torrin Sound');
    await choose(page, ['Papers for a trip', 'A bad night on board']);
    await page.getByRole('button', { name: "A school's list of pupils", exact: true }).click();
    await choose(page, ['Longer than the trip', 'They expire during the trip'], ['A letter from the parents', 'A passport of their own', 'Nothing else']);
    await expect(heading(page)).toHaveText("Who's responsible for the class?");
    await choose(page, ['One of the parents', 'A teacher'], ['Another night', 'Tonight']);
    await expect(page.getByRole('region', { name: 'Board' })).toContainText("The school's list stays with the purser.");
    expect(given(page)).toBe('errand.before,papers.school-list,valid.past-trip,another.letter,company.parent,leaves.another-night');
  });

  test('points add up to a level, and one more point reaches the next', async ({ page }) => {
    await sail(page, url, 'Saltpier');
    await choose(
      page,
      ['A bad night on board', 'Papers for a trip'],
      ['Longer', 'Not late', 'Up to an hour', 'Up to six hours'],
      ["In a smaller place than they'd booked", "Where they'd booked"],
      ['Not a bite', 'All that was promised', 'A snack', 'Only crackers'],
      ['A false alarm', 'They slept well', 'Other passengers', 'The engine'],
      ['It was off all night', 'Fine', 'It was drafty', 'They slept in their coats'],
      ['Not a word', 'Every change as it came', 'The news came too late', 'The wrong harbor'],
      ['Wet', 'Undamaged', 'In pieces'],
      ['A bus', 'They were in time for everything', 'The last train'],
      ['The crew, right away', "The crew, once they'd asked twice", 'Only other passengers', 'Nobody at all'],
    );
    // 3 + 1 + 3 + 3 + 3 + 2 + 1 + 1 + 0
    await expect(page.getByRole('region', { name: 'One more step' })).toContainText('Send a voucher to the address on the ticket.');
    await page.getByRole('button', { name: 'Back' }).click();
    await choose(page, ["The crew, once they'd asked twice", 'The crew, right away', 'Only other passengers', 'Nobody at all']);
    const refund = page.getByRole('region', { name: 'Refund' });
    await expect(refund).toContainText('Open a claim for the whole fare.');
    await page.reload();
    await expect(refund).toContainText('Open a claim for the whole fare.');
    expect(given(page)?.split(',')).toHaveLength(10);
  });

  for (const [why, state, fits, withheld] of [
    ['another group', 'ELM', 'errand.before,papers.passport', 'valid.this-trip'],
    ['another harbor', 'PIER', 'errand.after,late.punctual', 'cabin.on-deck'],
    ['a later day', 'ELM', 'errand.after,late.punctual,cabin.smaller,meal.snack,noise.engine,cold.cozy,told.silence', 'luggage.gone'],
  ] as const) {
    test(`a URL that names an answer for ${why} says so`, async ({ page }) => {
      await page.goto(`${url}/passage?origin=passengers&state=${state}&answers=${fits},${withheld}`);
      await expect(page.getByRole('alert')).toHaveText('Error: Step not found.');
      await page.getByRole('button', { name: /^Continue/ }).click();
      await expect(page.getByRole('group', { name: 'Answers' })).toBeVisible();
      expect(given(page)).toBe(fits);
    });
  }
});
