/** An engine for each worker, on a free port and an empty data folder, with the development sign-in. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');
/** The engine that is tried. */
export const binary = process.env.CALLGUIDE_BINARY ?? ['release', 'debug'].map((kind) => join(root, 'target', kind, 'callguide')).findLast(existsSync);

/** The development sign-in's code. */
export const code = 'code-of-the-tests';

export interface Engine {
  url: string;
  /** The store away, or back: the process is stopped and continued, so that calls don't answer. */
  process: ChildProcess;
  /** Everything that it has written so far: its log. */
  log: () => string;
}

/** Keeps its data in the folder `kept`, else in one that goes with it. */
export async function startEngine(options: readonly string[] = [], kept?: string): Promise<{ engine: Engine; stop: () => Promise<void> }> {
  if (binary === undefined) throw new Error('no engine: build one with "cargo build"');
  const data = kept ?? (await mkdtemp(join(tmpdir(), 'callguide-e2e-')));
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data', data, ...options], {
    cwd: root,
    // The tests of a worker share an engine, and sign one person in again and again.
    env: { ...process.env, CALLGUIDE_DEVELOPMENT_CODE: code, CALLGUIDE_SESSIONS_PER_PERSON: '1000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((ready, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (address !== undefined) ready(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => fail(new Error(`the engine ended with ${code}:\n${output}`)));
  });
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    if (kept === undefined) await rm(data, { recursive: true, force: true });
  };
  return { engine: { url, process: child, log: () => output }, stop };
}

export const people = {
  admin: { email: 'admin@example.org', name: 'Avery' },
  volunteer: { email: 'volunteer@example.org', name: 'Vic' },
  stranger: { email: 'notlisted@example.org', name: 'Noa' },
} as const;

export type Person = keyof typeof people;

/** Signs in without the popup, as the popup would; at another engine than the worker's where `url` names it. */
export async function signIn(page: Page, person: Person = 'volunteer', url = ''): Promise<void> {
  const answer = await page.request.post(`${url}/auth/development`, { form: { email: people[person].email, code }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

/** Enters the development sign-in's code in this browser, as opening the printed address does: the popup then offers people. */
export async function enterCode(page: Page, url = ''): Promise<void> {
  const answer = await page.request.post(`${url}/auth/development`, { form: { code } });
  expect(answer.status()).toBe(204);
}

/**
 * Waits until what a page loads ahead, when it has nothing else to do, is there: its answer would come at any time. The trees
 * are asked for last.
 */
export async function loadedAhead(page: Page): Promise<void> {
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  await expect.poll(() => page.evaluate(loaded)).toContain('/api/trees');
}

/** The trees don't come ahead: each is asked for when it is needed. */
export async function withoutTreesAhead(page: Page): Promise<void> {
  await page.route('**/api/trees*', (route) => route.fulfill({ json: { version: 'none', trees: {} } }));
}

/** Ends the session as if it had run out, when nothing else would be the first to hear of it. */
export async function endSession(page: Page): Promise<void> {
  await loadedAhead(page);
  await page.context().clearCookies();
}

export const test = base.extend<{ volunteer: Page }, { engine: Engine }>({
  engine: [
    // Playwright reads the fixture's dependencies from the pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { engine, stop } = await startEngine();
      await use(engine);
      await stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ engine }, use) => use(engine.url),
  /** Its hands aren't tired: a key pressed again at once, which the app takes for the same press, is pressed as a new one. */
  page: async ({ page }, use) => {
    const press = page.keyboard.press.bind(page.keyboard);
    let last = { key: '', at: 0 };
    page.keyboard.press = async (key, options) => {
      if (key === last.key && !quick.test(key)) await setTimeout(Math.max(0, last.at + samePress - Date.now()));
      await press(key, options);
      last = { key, at: Date.now() };
    };
    await use(page);
  },
  /** A page on which the volunteer is signed in. */
  volunteer: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

/** So long the same key is the same press, in ms, with what a busy machine adds. */
const samePress = 450;
/** Keys that move, and may be pressed fast. */
const quick = /^(Tab|Shift\+Tab|Arrow\w+|Backspace|Escape)$/;

type RunOptions = Parameters<AxeBuilder['options']>[0];

const everything: RunOptions = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } };

/** All that depends on colors: the themes differ in nothing else. */
const colors: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Nothing that axe finds, of WCAG 2.2 A and AA and of its best practices. */
export const expectAccessible = (page: Page) => expectNothing(page, everything);

/** What may come with a narrower window alone: a control too small to be hit, or one that something lies over. */
export const expectTargets = (page: Page) => expectNothing(page, { runOnly: ['target-size'] });

/** The same in both themes; the page is left in the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const [colorScheme, options] of [['light', everything], ['dark', colors]] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNothing(page, options);
  }
}

async function expectNothing(page: Page, options: RunOptions): Promise<void> {
  // Colours that are still on their way to the other theme would be judged at a random point between the two.
  // What isn't drawn, as in a closed "details", never comes to an end.
  await page.evaluate(async () => {
    const drawn = document.getAnimations().filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true);
    await Promise.allSettled(drawn.map(({ finished }) => finished));
  });
  // Without a second page at each look, which axe opens for frames of other origins alone: what they show is their site's.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(told).toEqual([]);
}

/** What is on the clipboard. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The clipboard refuses, in the new way and in the old. */
export const refuseClipboard = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) } });
    document.execCommand = () => false;
  });

export { expect, type Page };
