/** The decision tree's screens on the shipped content: what they say, and how to move through them. */
import type { Page } from '@playwright/test';

import { clipboard, expect, expectAccessible, loadedAhead, refuseClipboard, test } from './harness';

const texas = '/dtree?origin=helpline&state=TX';
const urgent = 'B.yes,C.yes,D.yes';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const answer = (page: Page, name: string) => page.getByRole('group', { name: 'Answers' }).getByRole('button', { name, exact: true });
const entries = (page: Page, title: string) => page.getByRole('region', { name: title }).getByRole('listitem');
const answers = (page: Page) => new URL(page.url()).searchParams.get('answers');

/** Chooses a state and starts. */
async function start(page: Page, state: string, origin = 'helpline') {
  await page.goto(`/dtree?origin=${origin}`);
  await page.getByLabel("Voter's state").selectOption(state);
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
}

/** Opens `address` and stops the clock, so that time passes only when the test advances it. */
async function stopTheClock(page: Page, address: string) {
  await page.clock.install({ time: '2026-11-03T17:00:00Z' });
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await page.clock.pauseAt('2026-11-03T18:00:00Z');
}

async function give(page: Page, ...given: string[]) {
  for (const name of given) {
    const before = page.url();
    await answer(page, name).click();
    await page.waitForURL((url) => url.href !== before);
  }
}

test.describe('start screen', () => {
  test('asks for a state first, in the page', async ({ volunteer: page }) => {
    await page.goto('/dtree');
    await page.getByRole('button', { name: 'Start Decision Tree' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please select a state first.');
    await expect(page.getByLabel("Voter's state")).toBeFocused();
    await page.getByLabel("Voter's state").selectOption('Ohio');
    await expect(page.getByRole('alert')).toBeHidden();
  });

  test('offers all 50 states, and shows the chosen one’s badges', async ({ volunteer: page }) => {
    await page.goto('/dtree');
    await expect(page.getByLabel("Voter's state").getByRole('option')).toHaveCount(51);
    await page.getByLabel("Voter's state").selectOption('Texas');
    await expect(page.getByText('Voter ID Required', { exact: true })).toBeVisible();
    await expect(page.getByText('Focus State', { exact: true })).toBeVisible();
    await page.getByLabel("Voter's state").selectOption('California');
    await expect(page.getByText('No Voter ID Required', { exact: true })).toBeVisible();
    await expect(page.getByText('Focus State', { exact: true })).toBeHidden();
  });
});

test.describe('paths', () => {
  test('a focus state: the urgent solution has its own lead code', async ({ volunteer: page }) => {
    await start(page, 'Texas');
    await expect(heading(page)).toHaveText('Is the voter at least 16 years old and a US citizen?');
    await expect(page.getByText('Question 2', { exact: true })).toBeVisible();
    await give(page, 'Yes', 'Yes', 'Yes');
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toContainText('K7');
    await expect(entries(page, 'Decision')).toHaveText([/State selection\s*Texas/, /Yes$/, /Yes$/, /Yes$/]);
  });

  test('a state without voter ID ends immediately, and the copied decision isn’t empty', async ({ volunteer: page }) => {
    await start(page, 'California');
    await expect(page.getByRole('region', { name: 'No assistance' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy Decision' }).click();
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(await clipboard(page)).toBe(
      [
        'ID ASSISTANCE DECISION',
        'State: California',
        'Outcome: No assistance: share other resources (I)',
        'Priority: None',
        'Lead code: none',
        '',
        '1. State selection',
        '   California',
      ].join('\n'),
    );
  });

  test('Nevada, both paths', async ({ volunteer: page }) => {
    await start(page, 'Nevada');
    await expect(heading(page)).toContainText('registration deadline');
    await give(page, 'No');
    await expect(page.getByRole('region', { name: 'No assistance' })).toBeVisible();

    await start(page, 'Nevada');
    await give(page, 'Yes', 'Yes', 'Yes');
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toContainText('NVJ');
  });

  test('a birth certificate: the state’s wording, and both outcomes', async ({ volunteer: page }) => {
    await start(page, 'Arizona');
    await give(page, 'Yes', 'No');
    await expect(heading(page)).toContainText('voter registration');
    await give(page, 'Yes');
    await expect(page.getByRole('link', { name: /registration deadline/ })).toBeVisible();
    await give(page, 'No');
    await expect(page.getByRole('region', { name: 'Regular referral' })).toContainText('BC_REGULAR');

    await start(page, 'Ohio');
    await give(page, 'Yes', 'No');
    await expect(heading(page)).not.toContainText('voter registration');
    await give(page, 'Yes', 'Yes');
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toContainText('BC_URGENT');
  });
});

test.describe('the copied decision', () => {
  test('contains enough to act on, with links written out', async ({ volunteer: page }) => {
    await start(page, 'Arizona');
    await give(page, 'Yes', 'No', 'Yes', 'Yes');
    await page.getByRole('button', { name: 'Copy Decision' }).click();
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(await clipboard(page)).toBe(
      [
        'ID ASSISTANCE DECISION',
        'State: Arizona',
        'Outcome: Urgent: birth certificate (BC_URGENT)',
        'Priority: Urgent',
        'Lead code: see the team-lead document',
        '',
        '1. State selection',
        '   Arizona',
        '2. Is the voter at least 16 years old and a US citizen?',
        '   Yes',
        '3. Is the voter without an up-to-date, unexpired ID issued by Arizona? Yes means that the voter needs one.',
        '   No',
        '4. Does the voter need just a birth certificate, for housing, employment or voter registration?',
        '   Yes',
        '5. Does the voter need the birth certificate for a deadline that\'s coming up in the next 30 days? For voter registration, check the registration deadline (https://vote.gov/register/arizona).',
        '   Yes',
      ].join('\n'),
    );
  });

  test('says Copied! for 2.5 s', async ({ volunteer: page }) => {
    await stopTheClock(page, `${texas}&answers=${urgent}`);
    await page.getByRole('button', { name: 'Copy Decision' }).click();
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    await page.clock.runFor(2400);
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    await page.clock.runFor(200);
    await expect(page.getByRole('button', { name: 'Copy Decision' })).toBeVisible();
  });

  test('is shown and selected if the clipboard is refused', async ({ volunteer: page }) => {
    await refuseClipboard(page);
    await page.goto(`${texas}&answers=${urgent}`);
    await page.getByRole('button', { name: 'Copy Decision' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Copy to clipboard failed. Please manually select and copy the decision history.',
    );
    await expect(page.getByRole('textbox', { name: 'Text to copy' })).toHaveValue(/^ID ASSISTANCE DECISION\n/);
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain('Priority: Urgent');
  });
});

test.describe('navigation', () => {
  test('the URL is the state: a reload, another tab, Back, and Forward show the same screen', async ({ volunteer: page, context }) => {
    await start(page, 'Texas');
    await give(page, 'Yes', 'Yes');
    // The URL changes first; the screen follows a moment later.
    await expect(entries(page, 'So far')).toHaveCount(3);
    const asked = await heading(page).textContent();
    expect(answers(page)).toBe('B.yes,C.yes');
    expect(new URL(page.url()).searchParams.get('version')).toMatch(/^[0-9a-f]{8,}$/);

    await page.reload();
    await expect(heading(page)).toHaveText(asked ?? '');
    await expect(entries(page, 'So far')).toHaveCount(3);

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(heading(other)).toHaveText(asked ?? '');
    await other.close();

    await page.goBack();
    await expect.poll(() => answers(page)).toBe('B.yes');
    await expect(entries(page, 'So far')).toHaveCount(2);
    await page.goForward();
    await expect(heading(page)).toHaveText(asked ?? '');
  });

  test("the app's Back goes back exactly one answer, adds no history entry, and agrees with the browser's", async ({ volunteer: page }) => {
    await page.goto('/helpline');
    await page.getByRole('button', { name: 'ID Assistance' }).click();
    await page.getByLabel("Voter's state").selectOption('Texas');
    await page.getByRole('button', { name: 'Start Decision Tree' }).click();
    await give(page, 'Yes', 'Yes', 'Yes');
    const length = await page.evaluate(() => history.length);
    const back = page.getByRole('button', { name: 'Back', exact: true });
    for (const [left, rows] of [['B.yes,C.yes', 3], ['B.yes', 2], [null, 1]] as const) {
      await back.click();
      await expect(entries(page, 'So far')).toHaveCount(rows);
      expect(answers(page)).toBe(left);
    }
    await page.goForward();
    await expect.poll(() => answers(page)).toBe('B.yes');
    await back.click();
    await expect.poll(() => answers(page)).toBe(null);
    // At the first question, Back goes to the start with the state still chosen.
    await back.click();
    await expect(page.getByLabel("Voter's state")).toHaveValue('TX');
    // At the start, Back goes to where the volunteer came from.
    await back.click();
    await expect(page).toHaveURL(/\/helpline$/);
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.goForward();
    await expect(page.getByLabel("Voter's state")).toHaveValue('TX');
  });

  test("the app's Back works after a reload and after pasting a link", async ({ volunteer: page }) => {
    await start(page, 'Texas');
    await give(page, 'Yes', 'Yes');
    await page.reload();
    await expect(heading(page)).toContainText('deadline');
    const length = await page.evaluate(() => history.length);
    await page.keyboard.press('Backspace');
    await expect.poll(() => answers(page)).toBe('B.yes');
    expect(await page.evaluate(() => history.length)).toBe(length);
    await page.goForward();
    await expect.poll(() => answers(page)).toBe('B.yes,C.yes');

    await page.goto(`${texas}&answers=${urgent}`);
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toBeVisible();
    const pasted = await page.evaluate(() => history.length);
    for (const [left, rows] of [['B.yes,C.yes', 3], ['B.yes', 2], [null, 1]] as const) {
      await page.keyboard.press('Backspace');
      await expect(entries(page, 'So far')).toHaveCount(rows);
      expect(answers(page)).toBe(left);
    }
    await page.keyboard.press('Backspace');
    await expect(page.getByLabel("Voter's state")).toHaveValue('TX');
    expect(await page.evaluate(() => history.length)).toBe(pasted);
  });

  test('a chat contact keeps its origin, and returns to the chat', async ({ volunteer: page }) => {
    await page.goto('/chat');
    await page.getByRole('button', { name: 'ID Assistance' }).click();
    await expect(page).toHaveURL(/origin=chat/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(/\/chat$/);
  });

  test('Start Over forgets the state', async ({ volunteer: page }) => {
    await start(page, 'Texas');
    await give(page, 'Yes');
    await page.getByRole('button', { name: 'Start Over' }).click();
    await expect(page.getByLabel("Voter's state")).toHaveValue('');
  });

  test('a double-click records one answer', async ({ volunteer: page }) => {
    await start(page, 'Texas');
    await answer(page, 'Yes').dblclick();
    await expect(heading(page)).toContainText('up-to-date, unexpired ID');
    await expect(entries(page, 'So far')).toHaveCount(2);
    expect(answers(page)).toBe('B.yes');
    // Clicks twice at exactly the same moment.
    await answer(page, 'Yes').evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await expect.poll(() => answers(page)).toBe('B.yes,C.yes');
    await expect(entries(page, 'So far')).toHaveCount(3);
    await page.goBack();
    await expect.poll(() => answers(page)).toBe('B.yes');
  });

  test('Next Step on a question shows for 3 s what is missing', async ({ volunteer: page }) => {
    await stopTheClock(page, `${texas}&answers=B.yes`);
    const url = page.url();
    await page.getByRole('button', { name: 'Next Step' }).click();
    const alert = page.getByRole('alert');
    await expect(page.getByRole('button', { name: 'Next Step' })).toBeEnabled();
    await expect(alert).toHaveText('Decision Tree must be completed before moving on to next step');
    await page.clock.runFor(2900);
    await expect(alert).toBeVisible();
    await page.clock.runFor(200);
    await expect(alert).toBeHidden();
    expect(new URL(page.url()).pathname).toBe(new URL(url).pathname);
  });

  test('there is no request between an answer and the next question', async ({ volunteer: page }) => {
    await start(page, 'Texas');
    await expect(heading(page)).toContainText('16 years old');
    await loadedAhead(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url());
    });
    await give(page, 'Yes', 'Yes', 'Yes');
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

test.describe('a URL that doesn’t fit', () => {
  test('says so, and continues from the last good question', async ({ volunteer: page }) => {
    await page.goto(`${texas}&answers=B.yes,X.no`);
    await expect(page.getByRole('alert')).toHaveText('Error: Step not found.');
    await expect(entries(page, 'So far')).toHaveCount(2);
    await page.getByRole('button', { name: /^Continue/ }).click();
    await expect(heading(page)).toContainText('up-to-date, unexpired ID');
    expect(answers(page)).toBe('B.yes');
  });

  test('with an unknown state says so, and lets another one be chosen', async ({ volunteer: page }) => {
    await page.goto('/dtree?origin=helpline&state=ZZ&answers=B.yes');
    await expect(page.getByRole('alert')).toHaveText('Error: Step not found.');
    await page.getByLabel("Voter's state").selectOption('Texas');
    await expect(page.getByRole('alert')).toBeHidden();
    await page.getByRole('button', { name: 'Start Decision Tree' }).click();
    await expect(heading(page)).toContainText('16 years old');
  });

  test('with a version that’s gone keeps the answers in the current one, and quietly says so', async ({ volunteer: page }) => {
    await page.goto(`${texas}&answers=B.yes&version=0000000000000000`);
    await expect(heading(page)).toContainText('up-to-date, unexpired ID');
    await expect(page.getByRole('status').filter({ hasText: 'is no longer available. You’re using the current one. All your answers still fit.' })).toBeVisible();
    expect(new URL(page.url()).searchParams.get('version')).not.toBe('0000000000000000');
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test.describe("the voter's time", () => {
  test('is shown as outside calling hours', async ({ volunteer: page }) => {
    await page.clock.setFixedTime('2026-11-03T13:30:00Z');
    await page.goto(texas);
    await expect(page.getByText('7:30 AM CT · 6:30 AM MT').first()).toBeVisible();
    await expect(page.getByText('(before 8am)').first()).toBeVisible();
    // It's only a quiet hint, and doesn't forbid the call already under way.
    await expect(page.getByRole('main').getByRole('note')).toHaveCount(0);
  });

  test('is shown once if two zones agree', async ({ volunteer: page }) => {
    await page.clock.setFixedTime('2026-12-01T18:00:00Z');
    await page.goto('/dtree?origin=helpline&state=AZ');
    await expect(page.getByText('11:00 AM MST', { exact: true }).first()).toBeVisible();
  });

  test('has no warning during calling hours', async ({ volunteer: page }) => {
    await page.clock.setFixedTime('2026-11-03T18:00:00Z');
    await page.goto(texas);
    await expect(page.getByText('12:00 PM CT · 11:00 AM MT').first()).toBeVisible();
    await page.goto(`${texas}&answers=B.yes`);
    await expect(heading(page)).toContainText('up-to-date, unexpired ID');
    await expect(page.getByText(/before 8am|after 8pm/)).toHaveCount(0);
  });
});

test.describe('keyboard', () => {
  test('from home to an urgent solution with the decision copied takes at most 12 keys', async ({ volunteer: page }) => {
    await page.goto('/home');
    await expect(heading(page)).toBeVisible();
    let pressed = 0;
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        pressed += 1;
      }
    };
    await press('1');
    await expect(page).toHaveURL(/\/helpline$/);
    await expect(page.getByRole('button', { name: 'ID Assistance' })).toBeVisible();
    await press('2');
    await expect(page.getByLabel("Voter's state")).toBeFocused();
    await press('t', 'e', 'x');
    await expect(page.getByLabel("Voter's state")).toHaveValue('TX');
    await press('Enter');
    await expect(heading(page)).toContainText('16 years old');
    await expect(heading(page)).toBeFocused();
    await press('y');
    await expect.poll(() => answers(page)).toBe('B.yes');
    await expect(heading(page)).toContainText('unexpired ID');
    await press('1');
    await expect(heading(page)).toContainText('deadline');
    await press('y');
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toBeVisible();
    await press('c');
    await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
    expect(await clipboard(page)).toContain('Lead code: K7');
    expect(pressed).toBeLessThanOrEqual(12);
  });

  test('a key held down, a key with a modifier, and a key typed into a field give no extra answers', async ({ volunteer: page }) => {
    await page.goto(texas);
    await page.getByRole('button', { name: 'Start Decision Tree' }).click();
    await expect(heading(page)).toContainText('16 years old');
    await page.keyboard.press('Control+y');
    await page.keyboard.down('y');
    await page.keyboard.down('y');
    await page.keyboard.down('y');
    await page.keyboard.up('y');
    await expect.poll(() => answers(page)).toBe('B.yes');
    await page.goto(`${texas}&answers=${urgent}`);
    await page.getByRole('textbox', { name: /name/ }).first().fill('');
    await page.getByRole('textbox', { name: /name/ }).first().press('Backspace');
    await page.getByRole('textbox', { name: /name/ }).first().press('c');
    expect(answers(page)).toBe(urgent);
    await expect(page.getByRole('button', { name: 'Copy Decision' })).toBeVisible();
  });
});

for (const [device, viewport] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport, isMobile: device === 'phone', hasTouch: device === 'phone' });

    test('axe finds nothing in the messages and menus on these screens', async ({ volunteer: page }) => {
      test.slow();
      await refuseClipboard(page);
      await page.goto('/dtree?origin=helpline');
      await page.getByRole('button', { name: 'Start Decision Tree' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
      await page.getByLabel("Voter's state").selectOption('Texas');
      await expect(page.getByText('Focus State', { exact: true })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Start Decision Tree' }).click();
      await page.getByRole('button', { name: 'Next Step' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      // The bars at the top and bottom must not overlap a control, or axe would consider it too small.
      await page.setViewportSize({ ...viewport, height: await page.evaluate(() => document.documentElement.scrollHeight) });
      await expectAccessible(page);
      await page.goto(`${texas}&answers=${urgent}&version=0000000000000000`);
      await page.getByRole('button', { name: 'Copy Decision' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectAccessible(page);
    });

    test('the question and its answers are visible without scrolling, and nothing is wider than the screen', async ({ volunteer: page }) => {
      for (const address of [`${texas}&answers=B.yes`, `${texas}&answers=${urgent}`]) {
        await page.goto(address);
        await expect(heading(page)).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
      await page.goto(`${texas}&answers=B.yes`);
      await expect(answer(page, 'Yes')).toBeInViewport({ ratio: 1 });
      await expect(answer(page, 'No')).toBeInViewport({ ratio: 1 });
      if (device === 'desktop') {
        await expect(page.getByText(/Do you need an ID from Texas\?/).first()).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('region', { name: 'So far' })).toBeInViewport();
      }
    });

    test('a whole contact, from home to the thank-you page', async ({ volunteer: page }) => {
      await page.goto('/home');
      await page.getByRole('main').getByRole('link', { name: 'HELPLINE' }).click();
      await page.getByRole('button', { name: 'ID Assistance' }).click();
      await page.getByLabel("Voter's state").selectOption('Texas');
      await page.getByRole('button', { name: 'Start Decision Tree' }).click();
      await give(page, 'Yes', 'Yes', 'Yes');
      await page.getByRole('button', { name: 'Copy Decision' }).click();
      await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
      expect(await clipboard(page)).toBe(
        [
          'ID ASSISTANCE DECISION',
          'State: Texas',
          'Outcome: Urgent: refer to the Texas lead (K7)',
          'Priority: Urgent',
          'Lead code: K7',
          '',
          '1. State selection',
          '   Texas',
          '2. Is the voter at least 16 years old and a US citizen?',
          '   Yes',
          '3. Is the voter without an up-to-date, unexpired ID issued by Texas? Yes means that the voter needs one.',
          '   Yes',
          '4. Does the voter need the ID for a deadline that\'s coming up in the next 30 days: to vote, for a job offer, or for a housing application?',
          '   Yes',
        ].join('\n'),
      );
      await page.getByRole('button', { name: 'Next Step' }).click();
      await expect(page).toHaveURL(new RegExp(`/agree\\?.*answers=${urgent}`));
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(new RegExp(`/zendesk\\?.*answers=${urgent}`));

      // Goes back through the agreement to the decision, and forward again.
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page).toHaveURL(/\/agree\?/);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Urgent referral' })).toContainText('K7');
      await page.getByRole('button', { name: 'Next Step' }).click();
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Filled Out' }).click();
      await expect(page).toHaveURL(/\/finish$/);
    });
  });
}
