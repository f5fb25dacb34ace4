/** Edit and issue links, for admins only, from text on the page to its file on the Git host. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, startEngine, test } from './harness';
import { startOnCopy } from './own-content';

const content = resolve(import.meta.dirname, '../../content');
const ready = (page: Page) => expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
const pencils = (page: Page) => page.getByRole('link', { name: /^Edit .+, line \d+$/ });
const issue = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: /^Open an Issue/ });
/** Returns where a link to the engine redirects, without ever contacting that host. */
const leads = async (page: Page, href: string | null) => {
  const answer = await page.request.get(href ?? '', { maxRedirects: 0 });
  expect(answer.status()).toBe(303);
  return new URL(answer.headers().location ?? '');
};

test('every text on the review page has a pencil link to its line', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/admin/review');
  await ready(page);
  const without = page.getByRole('article').filter({ hasNot: page.getByRole('link', { name: /^Edit / }) });
  await expect(without).toHaveCount(0);
  const all = await pencils(page).all();
  for (const pencil of all.filter((_, index) => index % 15 === 0)) {
    const [, file = '', line = ''] = /^Edit (.+), line (\d+)$/.exec((await pencil.getAttribute('aria-label')) ?? '') ?? [];
    await expect(pencil).toHaveAttribute('href', `https://git.example.org/id-for-voters/callguide/edit/main/content/${file}#L${line}`);
    await expect(pencil).toHaveAttribute('target', '_blank');
    const lines = (await readFile(join(content, file), 'utf8')).split('\n');
    // Multi-line text begins below its key.
    expect(lines.slice(Number(line) - 2, Number(line)).join('\n')).toMatch(/(^|\n)\s*(- )?[a-z-]+:/);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(pencils(page).first()).toBeHidden();
});

test('for one state, the pencil links are those of the texts that it reads', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/admin/review?state=TX');
  await ready(page);
  const scripts = page.getByRole('article').filter({ hasText: 'K7' }).getByRole('link', { name: /^Edit decision-tree\.yaml/ });
  await expect(scripts).not.toHaveCount(0);
});

test('a finding has a pencil link to its line', async ({ browser }) => {
  const own = await startOnCopy();
  try {
    const context = await browser.newContext({ baseURL: own.engine.url });
    const admin = await context.newPage();
    await signIn(admin, 'admin');
    await admin.goto('/admin');
    await own.edit('decision-tree.yaml', ['go: C }', 'go: CX }']);
    const finding = admin.getByRole('list', { name: 'Findings' }).getByRole('listitem').first();
    await expect(finding).toBeVisible();
    const pencil = finding.getByRole('link', { name: /^Edit content\/decision-tree\.yaml, line \d+$/ });
    await expect(pencil).toHaveAttribute('href', /\/edit\/main\/content\/decision-tree\.yaml#L\d+$/);
    await expectAccessible(admin);
    await context.close();
  } finally {
    await own.stop();
  }
});

test('an admin opens an issue from a contact, and nothing about the contact is included', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/dtree?origin=helpline&state=TX&answers=B.yes');
  await expect(issue(page)).toHaveAttribute('href', /^\/api\/report\?version=[0-9a-f-]+&about=question\+C$/);
  const asked = await leads(page, await issue(page).getAttribute('href'));
  expect(asked.searchParams.get('title')).toBe('A problem with question C');
  expect(decodeURIComponent(asked.href)).not.toMatch(/TX|Texas|B\.yes/);
  await page.goto('/support');
  const section = page.getByRole('link', { name: /^Open an Issue/ }).first();
  const address = await leads(page, await section.getAttribute('href'));
  expect(address.origin).toBe('https://git.example.org');
  expect(address.searchParams.get('title')).toMatch(/^A problem with section [a-z-]+$/);
  expect(address.searchParams.get('body')).toMatch(/^What's wrong:\n\n\n---\nText: section [a-z-]+\nPlace: support\/[\w.-]+, line \d+\nVersion: [0-9a-f-]+$/);
});

test('a volunteer can report only by email, and nobody can open an issue if no repository is configured', async ({ volunteer: page, browser }) => {
  await page.goto('/support');
  await expect(page.getByRole('link', { name: 'Report a Problem With This Text' }).first()).toHaveAttribute('href', /^mailto:/);
  await expect(page.getByRole('link', { name: /^Open an Issue/ })).toHaveCount(0);
  expect((await page.request.get('/api/report?about=question+B', { maxRedirects: 0 })).status()).toBe(403);
  const { engine, stop } = await startEngine(['--content', resolve(import.meta.dirname, '../../engine/tests/data/other-helpline')]);
  try {
    const context = await browser.newContext({ baseURL: engine.url });
    const admin = await context.newPage();
    await signIn(admin, 'admin');
    await admin.goto('/admin/review');
    await ready(admin);
    await expect(pencils(admin)).toHaveCount(0);
    await expect(issue(admin)).toHaveCount(0);
    await context.close();
  } finally {
    await stop();
  }
});
