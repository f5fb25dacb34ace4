/** The ways to continue without the agreement: the voter declines, or the contact is cut off. */
import { clipboard, expect, expectAccessible, expectAccessibleInBothThemes, test, type Page } from './harness';

const pane = (page: Page) => page.getByRole('complementary', { name: 'This contact' });
const note = (page: Page) => page.getByRole('region', { name: 'Note for the ticket' });
const ways = (page: Page) => page.getByRole('region', { name: 'No agreement?' });
const declined = (page: Page) => ways(page).getByRole('button', { name: "Voter Didn't Agree" });
const cutOff = (page: Page) => ways(page).getByRole('button', { name: 'We Got Cut Off' });
const check = (page: Page) => page.getByRole('group', { name: 'Continue' }).getByRole('checkbox');
const names = (page: Page) => note(page).getByRole('checkbox', { name: "Include in the note: Voter's name, Call-back number" });
const guide = (page: Page) => page.frameLocator('iframe').locator('body');

/** Answers that lead to an urgent decision with its own lead code, and to one that doesn't require the agreement. */
const urgent = ['TX', 'Yes', 'Yes', 'Yes'] as const;
const forChild = ['OH', 'No', 'Yes'] as const;
const late = ['NV', 'Yes', 'Yes', 'Yes'] as const;

/** Walks a contact from its first step to the agreement, noting a name, a number and, if one is asked for, a deadline. */
async function toAgreement(page: Page, flow: string, [state, ...answers]: readonly string[]): Promise<void> {
  await page.goto(`/${flow}`);
  const facts = page.getByRole('group', { name: 'For the ticket' });
  await facts.getByRole('textbox', { name: "Voter's name" }).fill('Zyxquarbel');
  await facts.getByRole('textbox', { name: 'Call-back number' }).fill('555-0100');
  await page.getByRole('button', { name: 'ID Assistance' }).click();
  await page.getByRole('combobox').selectOption(state ?? '');
  await page.getByRole('button', { name: 'Start Decision Tree' }).click();
  for (const [index, answer] of answers.entries()) {
    await expect(page.getByText(`Question ${index + 2}`, { exact: true })).toBeVisible();
    if (state === 'TX' && index === 2) await facts.getByLabel(/deadline/i).fill('2026-12-01');
    await page.getByRole('button', { name: answer, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page).toHaveURL(/\/agree\?/);
}

/** Copies the note and returns it. The button may still show that it was copied before. */
async function copied(page: Page): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await note(page).getByRole('button', { name: /^(Copy Note|Copied!)/ }).click();
  await expect.poll(() => clipboard(page)).not.toBe('');
  return clipboard(page);
}

/** Expects that the ticket doesn't name a lead, or say to tag one or to check the box. */
async function refersNobody(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/zendesk\?/);
  await expect(page.getByText("This isn't a referral.")).toBeVisible();
  await expect(note(page).getByText(/Outcome: Not referred\s*Priority: Urgent/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy Decision' })).toHaveCount(0);
  await expect(page.getByText(/I'm sending this to our ID team/)).toHaveCount(0);
  await expect(guide(page)).toContainText("Don't check Voter Agreement.");
  for (const place of [page.getByRole('main'), guide(page)]) await expect(place).not.toContainText(/K7|lead code|team-lead document|tag them|Check Voter Agreement if/i);
}

for (const [flow, channel, words] of [
  ['helpline', 'Helpline', 'please call us again'],
  ['chat', 'Chat', 'please write to us again'],
] as const) {
  test(`${flow}: the voter declines, and an urgent case isn't referred`, async ({ volunteer: page }) => {
    await toAgreement(page, flow, urgent);
    await expect(page.getByRole('button', { name: 'Confirm Agreement First' })).toBeDisabled();
    await expectAccessibleInBothThemes(page);
    await declined(page).click();
    await refersNobody(page);
    await expect(page.getByText(words).first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const text = await copied(page);
    expect(text).toMatch(
      new RegExp(`^ID ASSISTANCE DECISION\\nState: Texas\\nOutcome: Not referred\\nPriority: Urgent\\n\\n1\\. [^]*\\n\\nChannel: ${channel}\\n[^]*: December 1, 2026\\nAgreement: not agreed$`),
    );
    expect(text).not.toMatch(/Zyxquarbel|555-0100|K7|Lead code/);

    // The volunteer opts in to including the name and number.
    await names(page).check();
    expect(await copied(page)).toContain("Voter's name: Zyxquarbel\nCall-back number: 555-0100\n");
    await page.getByRole('button', { name: 'Filled Out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
  });

  test(`${flow}: the contact is cut off, an urgent case isn't referred, and the volunteer calls back`, async ({ volunteer: page }) => {
    await toAgreement(page, flow, urgent);
    await cutOff(page).click();
    await refersNobody(page);
    await expect(page.getByText('You call back: once, and right away.')).toBeVisible();
    await expect(note(page).getByRole('checkbox')).toHaveCount(0);
    expect(await copied(page)).toMatch(
      /\nOutcome: Not referred\nPriority: Urgent\n[^]*\nVoter's name: Zyxquarbel\nCall-back number: 555-0100\n[^]*: December 1, 2026\nAgreement: cut off before the voter could agree$/,
    );
    await expectAccessible(page);
  });
}

for (const [code, path] of [['J', forChild], ['NVJ', late]] as const) {
  test(`cut off: ${code} is still a referral, and declining wasn't possible`, async ({ volunteer: page }) => {
    await toAgreement(page, 'helpline', path);
    await expect(page.getByText("The decision doesn't ask for the agreement.")).toBeVisible();
    await expect(cutOff(page)).toBeVisible();
    await expect(declined(page)).toHaveCount(0);
    await cutOff(page).click();
    await expect(page).toHaveURL(/\/zendesk\?/);
    await expect(page.getByText('You call back: once, and right away.')).toBeVisible();
    await expect(page.getByText("This isn't a referral.")).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Urgent referral' })).toContainText('tag');
    await expect(guide(page)).toContainText('tag them in the team chat');
    expect(await copied(page)).toMatch(new RegExp(`\\nOutcome: Urgent: .* \\(${code}\\)\\nPriority: Urgent\\nLead code: see the team-lead document\\n[^]*Zyxquarbel[^]*\\nAgreement: not required$`));
  });
}

test('the alternative is reached with Tab and Enter, after Continue, and has no key', async ({ volunteer: page }) => {
  await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
  await check(page).focus();
  // Continue is disabled, and Tab skips it.
  await page.keyboard.press('Tab');
  await expect(declined(page)).toBeFocused();
  for (const key of ['n', 'v', 'w', '1', '2']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/agree\?/);
  await check(page).check();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(cutOff(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note(page)).toContainText('Agreement: cut off before the voter could agree');
});

test('Back undoes it: the box is unchecked, and checking it makes the ticket a referral again', async ({ volunteer: page }) => {
  await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
  await check(page).check();
  await declined(page).click();
  await expect(note(page)).toContainText('Agreement: not agreed');
  // The note survives a reload, and contains nothing about the voter.
  await page.reload();
  await expect(note(page)).toContainText('Outcome: Not referred');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(check(page)).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Confirm Agreement First' })).toBeDisabled();
  await expect(pane(page)).toContainText('Lead code');
  await check(page).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(note(page)).toContainText('Agreement: confirmed (Verbal)');
  await expect(note(page)).toContainText('Lead code: K7');
  await expect(guide(page)).toContainText('tag them in the team chat');
});

test('another decision has its own alternative', async ({ volunteer: page }) => {
  await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
  await declined(page).click();
  await expect(note(page)).toContainText('Agreement: not agreed');
  await page.goto('/zendesk?origin=helpline&state=FL&answers=B.yes,C.yes,D.yes');
  await expect(note(page)).toContainText('Lead code: K2');
  await expect(note(page)).toContainText('Agreement: not confirmed');
  await expect(page.getByText("This isn't a referral.")).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('the contact’s line mentions no referral, and the alternatives are below Continue', async ({ volunteer: page }) => {
    await page.goto('/agree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes');
    await declined(page).scrollIntoViewIfNeeded();
    const [way, gate] = await Promise.all([declined(page).boundingBox(), page.getByRole('button', { name: 'Confirm Agreement First' }).boundingBox()]);
    expect(way?.y ?? 0).toBeGreaterThan((gate?.y ?? 0) + (gate?.height ?? 0) + 16);
    await expectAccessible(page);
    await declined(page).tap();
    await expect(pane(page)).toContainText('Not referred');
    await expect(pane(page)).not.toContainText('Urgent referral');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
