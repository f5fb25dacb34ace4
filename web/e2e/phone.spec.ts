import { expect, people, signIn, test } from './harness';

test('the menu opens the navigation, including SUPPORT', async ({ volunteer: page }) => {
  await page.goto('/home');
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('banner').getByRole('link', { name: 'SUPPORT' })).toBeHidden();
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'SUPPORT' }).click();
  await expect(page).toHaveURL(/\/support$/);
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

test('the next action is visible without scrolling, and nothing is wider than the screen', async ({ volunteer: page }) => {
  const screens = [
    ['/home', 'link', 'CHAT'],
    ['/helpline', 'button', 'ID Assistance'],
    ['/helpline?step=faq', 'button', 'Answered'],
    ['/helpline?step=easy-ticket', 'button', 'Copy Note'],
    ['/dtree?origin=helpline', 'button', 'Start Decision Tree'],
    ['/dtree?origin=helpline&state=TX&answers=B.yes,C.yes', 'button', 'No'],
    ['/dtree?origin=helpline&state=TX&answers=B.yes,C.yes,D.yes', 'button', 'Next Step'],
    ['/agree', 'button', 'Confirm Agreement First'],
    ['/zendesk', 'button', 'Copy Note'],
    ['/finish', 'button', 'Help Another Voter'],
  ] as const;
  for (const [path, role, name] of screens) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole(role, { name, exact: true }), path).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});

for (const viewport of [{ width: 390, height: 844 }, { width: 412, height: 823 }]) {
  test(`fields above the choices can be tapped without touching a choice, ${viewport.width} × ${viewport.height}`, async ({ volunteer: page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/helpline');
    const choice = await page.getByRole('button', { name: 'Easy to Answer' }).boundingBox();
    const fields = await page.getByRole('group', { name: 'For the ticket' }).getByRole('textbox').all();
    expect(fields.length).toBeGreaterThan(0);
    // WCAG 2.5.8 asks for 24 pixels per target; the text above fades out at the edge of the choices.
    for (const field of fields) expect((await field.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual((choice?.y ?? 0) - 32);
  });
}

test('the FAQ search collapses, expands, and leads to help by touch', async ({ volunteer: page }) => {
  await page.goto('/helpline?step=faq');
  const search = page.getByRole('searchbox');
  const fold = page.getByRole('button', { name: /^Weaker matches \(\d+\)$/ });
  await search.fill('expired license');
  await expect(page.getByRole('main').getByText(/^\d+ found/)).toBeVisible();
  await fold.tap();
  await expect(page.getByRole('list', { name: /^Weaker matches/ })).toBeVisible();
  await search.fill('when does the opera begin');
  await expect(page.getByText('Nothing matches well.')).toBeVisible();
  for (const part of [fold, page.getByRole('main').getByRole('button', { name: 'Need Help', exact: true }).first()]) {
    await part.scrollIntoViewIfNeeded();
    const box = await part.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('main').getByRole('button', { name: 'Need Help', exact: true }).first().tap();
  await expect(page).toHaveURL(/\/support$/);
});

test('at 320 pixels the parts of the contact’s strip are side by side', async ({ volunteer: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/helpline?step=faq');
  const words = ['Back', 'Helpline', 'New Contact'].map((text) => page.getByRole('main').getByText(text, { exact: true }).first());
  const boxes = await Promise.all(words.map((word) => word.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { left, right, top, bottom };
  })));
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      expect(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top, JSON.stringify(boxes)).toBe(true);
    }
  }
});

test('at 320 pixels nothing is cut off', async ({ volunteer: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/home', '/helpline', '/helpline?step=faq', '/dtree?state=TX&answers=B.yes,C.yes,D.yes', '/agree', '/support', '/finish', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  // Written-out URLs are long words.
  await page.goto('/agree');
  await page.getByRole('radio', { name: 'Text' }).check();
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.goto('/support');
  await page.getByRole('button', { name: 'Expand All' }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('each link on the home page says what it’s for', async ({ volunteer: page }) => {
  const { site } = (await (await page.request.get('/api/content')).json()) as { site: { pages: { home: { buttons: { text: string; description?: string }[] } } } };
  await page.goto('/home');
  for (const { text, description } of site.pages.home.buttons) {
    expect(description, text).toBeTruthy();
    const door = page.getByRole('main').getByRole('link', { name: text, exact: true });
    await expect(door).toHaveAccessibleDescription(description ?? '');
    await expect(door.getByText(description ?? '', { exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('admin: the list comes first, and the save bar never covers the focused control', async ({ page }) => {
  await signIn(page, 'admin');
  const many = Array.from({ length: 12 }, (_, index) => `person-${String(index).padStart(2, '0')}@example.com`);
  const saved = await page.request.put('/api/allowed-emails', { data: { emails: [people.admin.email, people.volunteer.email, ...many] } });
  expect(saved.status()).toBe(200);
  await page.goto('/admin');
  const list = page.getByRole('region', { name: 'Allowed Email Addresses' });
  const guidance = page.getByRole('region', { name: 'Guidance' });
  await expect(list.getByRole('textbox', { name: 'Email address' })).toBeInViewport({ ratio: 1 });
  await expect(guidance.getByText('Volunteers are reading the latest edit.')).toBeAttached();
  const top = (part: typeof list) => part.evaluate((element) => element.getBoundingClientRect().top);
  expect(await top(list)).toBeLessThan(await top(guidance));

  await list.getByRole('button', { name: 'Remove person-03@example.com' }).click();
  const bar = page.getByRole('region', { name: 'You have unsaved changes.' });
  await expect(bar.getByText('You have unsaved changes.')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Save Changes' })).toBeInViewport({ ratio: 1 });
  // The list gets most of the screen.
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(96);
  for (const control of await list.getByRole('listitem').getByRole('button').all()) {
    await control.focus();
    const seen = await control.evaluate((element) => {
      const { left, right, top: above, bottom } = element.getBoundingClientRect();
      const there = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
      return there(above + 2) && there(bottom - 2);
    });
    expect(seen, (await control.getAttribute('aria-label')) ?? '').toBe(true);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
