/**
 * What is known about a contact at every step, the note for its ticket, and contacts that the volunteer leaves, ends,
 * and brings back.
 */
import { clipboard, expect, expectAccessible, refuseClipboard, test, type Page } from './harness';

const contact = 'origin=helpline&state=TX&answers=B.yes,C.yes,D.yes';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const pane = (page: Page) => page.getByRole('complementary', { name: 'This contact' });
const note = (page: Page) => page.getByRole('region', { name: 'Note for the ticket' });

test('the pane is there at every step of a contact', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(pane(page).getByRole('region', { name: 'So far' }).getByRole('listitem')).toHaveCount(2);
  for (const path of ['/dtree', '/agree']) {
    await page.goto(`${path}?${contact}`);
    await expect(pane(page)).toContainText('Helpline');
    await expect(pane(page)).toContainText('Texas');
    for (const badge of ['Voter ID Required', 'Focus State']) await expect(pane(page).getByText(badge, { exact: true })).toBeVisible();
    const decision = pane(page).getByRole('region', { name: 'Decision' });
    await expect(decision.getByRole('definition').filter({ hasText: 'K7' })).toBeVisible();
    await expect(decision.getByRole('listitem')).toHaveCount(4);
    await expect(page.getByRole('navigation', { name: 'Official pages: Texas' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Copy Decision' })).toHaveCount(1);
    await expectAccessible(page);
  }
  await pane(page).getByRole('button', { name: 'Copy Decision' }).click();
  await expect(pane(page).getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await clipboard(page)).toContain('Lead code: K7');
});

test('after a decision that doesn’t mention voting, nothing in the pane is about voting, at any step', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(pane(page).getByText('Focus State', { exact: true })).toBeVisible();
  for (const [answers, path, answered] of [
    ['B.no', '/dtree', pane(page).getByText('At least 16 and a US citizen?')],
    ['B.no,G.no', '/dtree', pane(page).getByText('Minor child needs')],
    ['B.no,G.yes', '/dtree', pane(page).getByText('Minor child needs')],
    ['B.no,G.yes', '/agree', pane(page).getByText('Minor child needs')],
    ['B.no,G.yes', '/zendesk', note(page).getByText(/ID ASSISTANCE DECISION/)],
  ] as const) {
    await page.goto(`${path}?origin=helpline&state=TX&answers=${answers}`);
    await expect(answered).toBeAttached();
    await expect(pane(page)).toContainText('Texas');
    await expect(pane(page)).not.toContainText(/\bvot|regist|\belect|focus state/i);
    await expect(pane(page).getByRole('link')).toHaveCount(0);
  }
});

test('the state’s rule can be read aloud with its source, or else the volunteer opens the state’s page; both disappear once the team takes over', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(pane(page).getByText(/^Texas asks for a photo ID/)).toBeVisible();
  await expect(pane(page).getByText(/Source: Texas Secretary of State, .*2025/)).toBeVisible();
  await pane(page).getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(() => clipboard(page)).toMatch(/^Texas asks for a photo ID[^\n]*bill\.$/);
  await page.goto('/dtree?origin=chat&state=OH&answers=B.yes,C.no,H.no');
  await expect(pane(page).getByText(/Let me look at your state's page with you\..*https:\/\//)).toBeVisible();
  await expect(pane(page).getByRole('link', { name: /Register to vote/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/dtree?${contact}`);
  await expect(pane(page).getByRole('link', { name: /Election office/ })).toBeVisible();
  await expect(pane(page).getByRole('link', { name: /Register to vote/ })).toHaveCount(0);
  await expect(pane(page).getByText(/asks for a photo ID/)).toHaveCount(0);
});

test('the titles of two tabs tell their contacts apart by state, step, and number, never by name', async ({ volunteer: page }) => {
  await page.goto('/helpline');
  await page.getByRole('textbox', { name: "Voter's name" }).fill('Zyxquarbel');
  await page.getByRole('button', { name: /^ID Assistance/ }).click();
  await page.getByLabel("Voter's state").selectOption('Texas');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  await expect(page).toHaveTitle(/^At least 16 and a US citizen\? · Texas · Contact \d+ · Callguide$/);
  const other = await page.context().newPage();
  await other.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(other).toHaveTitle(/· Texas · Contact \d+ · /);
  const numbers = await Promise.all([page, other].map(async (tab) => /Contact (\d+)/.exec(await tab.title())?.[1]));
  expect(new Set(numbers).size).toBe(2);
  // After a reload, it's the same contact.
  await other.reload();
  await expect(other).toHaveTitle(new RegExp(`Contact ${numbers[1] ?? ''} ·`));
});

test('the first screen of an urgent ticket shows whom to tag and where, the notes, one Copy button, and the start of the guide', async ({ volunteer: page }) => {
  await page.goto('/helpline');
  await page.getByRole('textbox', { name: 'Call-back number' }).fill('555-0100');
  await page.getByRole('button', { name: /^ID Assistance/ }).click();
  await page.getByLabel("Voter's state").selectOption('Texas');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  for (const question of ['2', '3', '4']) {
    await expect(page.getByRole('region', { name: `Question ${question}` })).toBeVisible();
    if (question === '4') await page.getByLabel('Deadline').fill('2099-11-30');
    await page.getByRole('group', { name: 'Answers' }).getByRole('button', { name: 'Yes' }).click();
  }
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  const verdict = page.getByRole('region', { name: 'Urgent referral' });
  await expect(verdict.getByRole('link', { name: 'team-lead document' })).toBeInViewport({ ratio: 1 });
  await expect(verdict.getByText('K7', { exact: true }).first()).toBeInViewport({ ratio: 1 });
  for (const fact of ['555-0100', 'November 30, 2099']) await expect(note(page).getByRole('definition').filter({ hasText: fact })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^Copy (Note|Decision)/ })).toHaveCount(1);
  await expect(note(page).getByRole('button', { name: 'Copy Note' })).toBeInViewport({ ratio: 1 });
  const guide = page.frameLocator('iframe');
  await expect(guide.getByRole('heading', { name: 'Open a new ticket' })).toBeInViewport({ ratio: 1 });
  // The guide doesn't scroll inside the page.
  await expect.poll(() => guide.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight)).toBe(0);
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0);
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('it’s one line that expands', async ({ volunteer: page }) => {
    await page.goto(`/agree?${contact}`);
    await expect(pane(page)).toContainText('Urgent referral');
    await expect(pane(page).getByRole('region', { name: 'Decision' })).toHaveCount(0);
    expect((await pane(page).boundingBox())?.height ?? 999).toBeLessThan(60);
    await pane(page).locator('summary').tap();
    await expect(pane(page).getByRole('region', { name: 'Decision' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});

test('the ticket has the full note, even if the clipboard contains something else by then', async ({ volunteer: page }) => {
  await page.goto(`/agree?${contact}`);
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await note(page).getByRole('button', { name: 'Copy Note' }).click();
  await expect(note(page).getByRole('button', { name: 'Copied!' })).toBeVisible();
  const text = await clipboard(page);
  expect(text).toMatch(/^ID ASSISTANCE DECISION\nState: Texas\n[\s\S]*Lead code: K7\n\n1\. [\s\S]*\n4\. [\s\S]*\n\nChannel: Helpline\nAgreement: confirmed \(Text\)$/);
  await expect(note(page)).toContainText('Agreement: confirmed (Text)');
});

test('the note is shown and selected if the clipboard is refused', async ({ volunteer: page }) => {
  await refuseClipboard(page);
  await page.goto(`/zendesk?${contact}`);
  await note(page).getByRole('button', { name: 'Copy Note' }).click();
  await expect(page.getByRole('textbox', { name: 'Text to copy' })).toHaveValue(/^ID ASSISTANCE DECISION\n/);
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toContain('Channel: Helpline');
});

test('a ticket without a decision says so, with a way back', async ({ volunteer: page }) => {
  await page.goto('/zendesk?origin=helpline');
  await note(page).getByRole('link', { name: 'ID Assistance' }).click();
  await expect(page).toHaveURL(/\/dtree\?origin=helpline/);
});

test('the agreement stays confirmed after Back and a reload, but only for this decision', async ({ volunteer: page }) => {
  await page.goto(`/dtree?${contact}`);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/zendesk\?/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.reload();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Text' })).toBeChecked();
  await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.no');
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.goto(`/agree?${contact}`);
  await expect(page.getByRole('checkbox')).not.toBeChecked();
});

for (const [how, end] of Object.entries({
  'New Contact': (page: Page) => page.getByRole('button', { name: 'New Contact' }).click(),
  'signing out': async (page: Page) => {
    await page.getByRole('button', { name: /profile/ }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  },
})) {
  test(`the agreement's confirmation is cleared by ${how}`, async ({ volunteer: page }) => {
    await page.goto(`/agree?${contact}`);
    await page.getByRole('checkbox').check();
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('callguide.contact'))).toContain('"confirmed":true');
    await end(page);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('callguide.contact') ?? '')).not.toContain('agreed');
  });
}

test('a contact under way elsewhere is identified', async ({ volunteer: page }) => {
  await page.goto(`/agree?${contact}`);
  await expect(heading(page)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'HOME', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Contact in progress' })).toContainText('A contact is in progress: Helpline, Texas, Virtual Voter Agreement.');
});

test('New Contact can be undone until something else is done', async ({ volunteer: page }) => {
  await page.goto(`/agree?${contact}`);
  await page.getByRole('checkbox').check();
  const there = page.url();
  await page.getByRole('button', { name: 'New Contact' }).click();
  await expect(page).toHaveURL(/\/helpline$/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(there);
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();

  await page.getByRole('button', { name: 'New Contact' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Easy to Answer' }).click();
  await expect(page).toHaveURL(/step=faq/);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});

test('New Contact can be undone for ten seconds', async ({ volunteer: page }) => {
  await page.clock.install();
  await page.goto(`/agree?${contact}`);
  await expect(heading(page)).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'New Contact' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.clock.runFor(9_000);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.clock.runFor(1_100);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden();
});
