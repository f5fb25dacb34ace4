/**
 * Tired hands: clicks and keys pressed twice, fast or slowly, on every screen of a contact. A decision is seen before it
 * can be left, nothing ends a contact except the control that says so, and an ended or restarted contact can be restored.
 */
import type { Page } from '@playwright/test';
import { clipboard, expect, settled, test } from './harness';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Presses a key at `at` ms on the page's clock, because a busy machine presses later than it should. */
const pressAt = (page: Page, key: string, at: number) =>
  page.evaluate(
    ([name, timeStamp]) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(event);
    },
    [key, at] as const,
  );

/** Makes the second click of a double-click, or a separate click, where the first one left the mouse. */
async function clickAgain(page: Page, clickCount: 1 | 2) {
  await page.mouse.down({ clickCount });
  await page.mouse.up({ clickCount });
}

/** Screens, what is pressed on them, and where a press leads. */
const screens = [
  { name: 'the first choice', path: '/helpline', key: '1', control: /^Easy to Answer/, to: /step=faq/ },
  { name: 'Answered', path: '/helpline?step=faq', key: '1', control: /^Answered/, to: /step=easy-ticket/ },
  { name: 'the first answer', path: '/dtree?origin=helpline&state=TX&answers=B.yes', key: 'y', control: 'Yes', to: /answers=B.yes,C.yes&/ },
  { name: 'the last answer', path: '/dtree?origin=helpline&state=TX&answers=B.yes,C.yes', key: 'y', control: 'Yes', to: /answers=B.yes,C.yes,D.yes/ },
  { name: 'the last answer, which is No', path: '/dtree?origin=helpline&state=TX&answers=B.no', key: 'n', control: 'No', to: /answers=B.no,G.no/ },
] as const;

for (const { name, path, key, control, to } of screens) {
  test(`${name}, pressed again immediately, leads no further`, async ({ volunteer: page }) => {
    await page.goto(path);
    await expect(button(page, control)).toBeVisible();
    await pressAt(page, key, 10_000);
    await expect(page).toHaveURL(to);
    // The keys are pressed with these gaps.
    for (const at of [10_060, 10_210, 10_560]) await pressAt(page, key, at);
    await expect(page).toHaveURL(to);
    await page.goto('/home');
    await page.goto(path);
    await button(page, control).click();
    await expect(page).toHaveURL(to);
    await clickAgain(page, 2);
    await expect(page).toHaveURL(to);
  });
}

for (const { name, path, key, control, to } of screens) {
  test(`${name}, pressed again slowly, leaves no decision and ends no contact`, async ({ volunteer: page }) => {
    const look = async () => {
      await expect(page).not.toHaveURL(/finish|agree/);
    };
    await page.goto(path);
    await expect(button(page, control)).toBeVisible();
    for (const at of [10_000, 10_700, 11_400]) await pressAt(page, key, at);
    await look();
    await page.goto('/home');
    await page.goto(path);
    await button(page, control).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('main').getByRole('button', { name: /^(Next Step|Filled Out|Answered)/ }).first()).toBeEnabled();
    await clickAgain(page, 1);
    await look();
  });
}

test('another key pressed immediately is another answer, and a box is checked once', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(button(page, 'Yes')).toBeVisible();
  await pressAt(page, 'y', 10_000);
  await expect(page).toHaveURL(/answers=B\.yes,C\.yes&/);
  await pressAt(page, '1', 10_010);
  await expect(page).toHaveURL(/answers=B\.yes,C\.yes,D\.yes/);
  await page.goto(`/agree${new URL(page.url()).search}`);
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  for (const at of [20_000, 20_350]) await pressAt(page, 'a', at);
  await expect(page.getByRole('checkbox')).toBeChecked();
  await page.getByRole('checkbox').dblclick();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
});

test('only Back and Danger leave a decision before it has been seen', async ({ volunteer: page }) => {
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes,C.yes');
  await expect(button(page, 'Yes')).toBeVisible();
  await page.evaluate(() => {
    // Presses the button as soon as it appears.
    const look = new MutationObserver(() => {
      const next = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent.startsWith('Next Step'));
      if (document.querySelector('h1')?.textContent.includes('K7') !== true || next === undefined) return;
      look.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true }));
      for (const control of document.querySelectorAll<HTMLElement>('main button, header nav a')) {
        if (!/Back|Copy/.test(control.textContent)) control.click();
      }
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '.', ctrlKey: true, bubbles: true }));
    });
    look.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.keyboard.press('y');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(heading(page)).toContainText('K7');
  await expect(page).toHaveURL(/answers=B\.yes,C\.yes,D\.yes/);
  await page.keyboard.press('Backspace');
  await expect(page).toHaveURL(/answers=B\.yes,C\.yes&/);
});

test('a finished contact can be brought back completely for 10 s, until the next one has begun; an uncopied note is mentioned', async ({ volunteer: page }) => {
  // However long a busy machine takes for each step, the ten seconds start and end on command.
  await page.clock.install();
  const finish = async () => {
    await expect(button(page, /^Filled Out/)).toBeVisible();
    await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 30_000));
    await button(page, /^Filled Out/).click();
  };
  await page.goto('/helpline');
  await field(page, 'Voter\'s name').fill('Zyx');
  await button(page, /^ID Assistance/).click();
  await page.getByLabel("Voter's state").selectOption('Texas');
  await button(page, 'Start Decision Tree').click();
  await button(page, 'No').click();
  await expect(heading(page)).toContainText('birth certificate');
  await button(page, 'No').click();
  await button(page, 'Next Step').click();
  await page.getByRole('checkbox').check();
  await button(page, 'Continue').click();
  await finish();
  const undo = page.getByRole('status').filter({ hasText: 'The contact is finished. The note wasn’t copied.' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/\/zendesk\?/);
  await page.clock.resume();
  const note = page.getByRole('region', { name: 'Note for the ticket' });
  await expect(note).toContainText("Voter's name: Zyx");
  await expect(note).toContainText('Agreement: not required');
  await note.getByRole('button', { name: 'Copy Note' }).click();
  await expect.poll(() => clipboard(page)).toContain('Zyx');

  await finish();
  await expect(page.getByRole('status').filter({ hasText: 'The contact is finished.' })).not.toContainText('copied');
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Zyx');
  // Continues through the home page to the next contact, where the first letter typed ends the offer.
  await button(page, 'Help Another Voter').click();
  await page.getByRole('main').getByRole('link', { name: /^HELPLINE/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await field(page, 'Voter\'s name').press('B');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('a finished contact is gone at the next contact’s first answer, and when the session ends', async ({ volunteer: page }) => {
  const finish = async () => {
    await page.goto('/helpline?step=faq');
    await button(page, /^Answered/).click();
    await button(page, /^Filled Out/).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  };
  await finish();
  await button(page, 'Help Another Voter').click();
  await page.getByRole('main').getByRole('link', { name: /^CHAT/ }).click();
  await button(page, /^Easy to Answer/).click();
  await expect(page).toHaveURL(/step=faq/);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await finish();
  await button(page, 'End Session').click();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('Start Over is a reset, but the same voter’s name and number can be restored until the next answer', async ({ volunteer: page }) => {
  await page.goto('/helpline');
  await field(page, "Voter's name").fill('Zyx');
  await page.getByRole('textbox', { name: 'Call-back number' }).fill('555-0100');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await button(page, /^ID Assistance/).click();
  const toTheTicket = async () => {
    await page.getByLabel("Voter's state").selectOption('Texas');
    await button(page, 'Start Decision Tree').click();
    await button(page, 'Yes').click();
    await expect(page.getByRole('region', { name: 'Question 3' })).toBeVisible();
    await button(page, 'Yes').click();
    await page.getByLabel('Deadline').fill('2027-01-02');
    await button(page, 'Yes').click();
    await button(page, 'Next Step').click();
  };
  await toTheTicket();
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByRole('checkbox').check();
  await button(page, 'Back').click();
  await button(page, 'Start Over').click();
  await expect(page.getByLabel("Voter's state")).toHaveValue('');
  const pane = page.getByRole('complementary', { name: 'This contact' });
  await expect(pane).not.toContainText('Zyx');
  await page.getByRole('button', { name: 'Same voter: keep name and number' }).click();
  await expect(pane).toContainText('Zyx');
  await expect(pane).toContainText('555-0100');
  await expect(pane).not.toContainText('January');
  await expect(page.getByRole('button', { name: /^Same voter/ })).toHaveCount(0);
  await toTheTicket();
  await expect(page.getByRole('radio', { name: 'Verbal' })).toBeChecked();
  await expect(page.getByRole('checkbox')).not.toBeChecked();

  // If it isn't used, the offer is gone at the next answer.
  await button(page, 'Back').click();
  await button(page, 'Start Over').click();
  await expect(page.getByRole('button', { name: /^Same voter/ })).toBeVisible();
  await page.getByLabel("Voter's state").selectOption('Ohio');
  await button(page, 'Start Decision Tree').click();
  await expect(page.getByRole('region', { name: 'Question 2' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Same voter/ })).toHaveCount(0);
  await expect(pane).not.toContainText('Zyx');
});

type Box = { x: number; y: number; width: number; height: number };

/** Returns the boxes of the buttons with this name in the screen's main part, as it first appears. */
async function boxes(page: Page, path: string, name: string | RegExp): Promise<Box[]> {
  await page.goto(path);
  const buttons = page.getByRole('main').getByRole('button', { name });
  await expect(buttons.first()).toBeVisible();
  await settled(page);
  return (await Promise.all((await buttons.all()).map((one) => one.boundingBox()))).filter((box) => box !== null);
}

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;

const tx = '?origin=helpline&state=TX&answers=';

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`buttons that continue are at the bottom of the window, and those that leave a decision or end a contact are where none of them were: ${viewport.width}`, async ({ volunteer: page }) => {
    await page.setViewportSize(viewport);
    const leadsOn = [
      ['/helpline?step=faq', /^Answered/],
      ['/chat?step=faq', /^Answered/],
      ['/dtree?origin=helpline', 'Start Decision Tree'],
      ['/dtree?origin=helpline&state=TX', 'Start Decision Tree'],
      [`/agree${tx}B.yes,C.yes,D.yes`, 'Confirm Agreement First'],
    ] as const;
    const places = [];
    for (const [path, name] of leadsOn) places.push(...(await boxes(page, path, name)));
    expect(places.length).toBe(leadsOn.length);
    for (const { x, y, width, height } of places) {
      const right = (places[0]?.x ?? 0) + (places[0]?.width ?? 0);
      expect(viewport.height - y - height, 'at the foot').toBeGreaterThanOrEqual(0);
      expect(viewport.height - y - height, 'at the foot').toBeLessThanOrEqual(16);
      // The agreement's button is inside its sheet.
      expect(Math.abs(right - x - width), 'at the right').toBeLessThanOrEqual(25);
    }

    const apart = [
      [`/dtree${tx}B.yes,C.yes,D.yes`, 'Next Step', [`/dtree${tx}B.yes,C.yes`, /^(Yes|No)/]],
      [`/dtree${tx}B.no,G.no`, 'Next Step', [`/dtree${tx}B.no`, /^(Yes|No)/]],
      [`/zendesk${tx}B.yes,C.yes,D.yes`, 'Filled Out', [`/agree${tx}B.yes,C.yes,D.yes`, 'Confirm Agreement First']],
      ['/helpline?step=easy-ticket', 'Filled Out', ['/helpline?step=faq', /^Answered/]],
      ['/chat-zendesk', 'Filled Out', ['/chat?step=faq', /^Answered/]],
    ] as const;
    for (const [path, name, [before, led]] of apart) {
      const [own] = await boxes(page, path, name);
      const stood = await boxes(page, before, led);
      expect(own && stood.length > 0 && stood.some((box) => overlap(own, box)), `${path}: ${name}`).toBe(false);
    }
  });
}
