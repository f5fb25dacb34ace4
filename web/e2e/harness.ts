/** One engine per worker, on a free port with an empty data folder and the development sign-in. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');
/** The engine under test. */
export const binary = process.env.CALLGUIDE_BINARY ?? ['release', 'debug'].map((kind) => join(root, 'target', kind, 'callguide')).findLast(existsSync);

/** The development sign-in's code. */
export const code = 'code-of-the-tests';

export interface Engine {
  url: string;
  /** The engine's process: stopping it makes calls hang until it's continued, and killing it simulates a crash. */
  process: ChildProcess;
  /** Returns everything logged so far. */
  log: () => string;
}

/**
 * Starts an engine that keeps its data in the folder `kept`, or else in a temporary folder that's removed with the
 * engine.
 */
export async function startEngine(options: readonly string[] = [], kept?: string): Promise<{ engine: Engine; stop: () => Promise<void> }> {
  if (binary === undefined) throw new Error('no engine: build one with "cargo build"');
  const data = kept ?? (await mkdtemp(join(tmpdir(), 'callguide-e2e-')));
  const child = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data', data, ...options], {
    cwd: root,
    // A worker's tests share an engine, and sign in the same person many times.
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

/** Signs in as the popup would, but without opening it. `url` names an engine other than the worker's. */
export async function signIn(page: Page, person: Person = 'volunteer', url = ''): Promise<void> {
  const answer = await page.request.post(`${url}/auth/development`, { form: { email: people[person].email, code }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

/**
 * Enters the development sign-in code in this browser, as if the printed URL had been opened. The popup then lists the
 * people to sign in as.
 */
export async function enterCode(page: Page, url = ''): Promise<void> {
  const answer = await page.request.post(`${url}/auth/development`, { form: { code } });
  expect(answer.status()).toBe(204);
}

/**
 * Waits until everything that the page prefetches when idle has loaded; otherwise a response could arrive at any time. The
 * trees are requested last.
 */
export async function loadedAhead(page: Page): Promise<void> {
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  await expect.poll(() => page.evaluate(loaded)).toContain('/api/trees');
}

/** Waits until everything on the screen has loaded and a guide's frame has its height; until then, something could move. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const fits = (frames: HTMLIFrameElement[]) =>
    frames.every(({ contentDocument: guide }) => guide?.querySelector('h1') && guide.documentElement.offsetHeight === guide.documentElement.clientHeight);
  await expect.poll(() => page.locator('iframe').evaluateAll(fits)).toBe(true);
}

/** Disables prefetching of the trees, so that each is requested when needed. */
export async function withoutTreesAhead(page: Page): Promise<void> {
  await page.route('**/api/trees*', (route) => route.fulfill({ json: { version: 'none', trees: {} } }));
}

/** Ends the session as if it had expired, at a moment when no other request would notice first. */
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
  /**
   * Simulates hands that aren't tired: pressing a key again immediately, which the app treats as the same press, counts as
   * a new one.
   */
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
  /** A page where the volunteer is signed in. */
  volunteer: async ({ page }, use) => {
    await signIn(page);
    await use(page);
  },
});

/** How long the same key counts as the same press, in ms, with a margin for a busy machine. */
const samePress = 450;
/** Keys for navigation, which may be pressed fast. */
const quick = /^(Tab|Shift\+Tab|Arrow\w+|Backspace|Escape)$/;

type RunOptions = Parameters<AxeBuilder['options']>[0];

const everything: RunOptions = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } };

/** The rules that depend on colors, which are the only difference between the themes. */
const colors: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** Expects no axe violations of WCAG 2.2 A and AA and of axe's best practices. */
export const expectAccessible = (page: Page) => expectNothing(page, everything);

/** Checks only what a narrower window can break: a control that's too small to hit, or that something overlaps. */
export const expectTargets = (page: Page) => expectNothing(page, { runOnly: ['target-size'] });

/** Checks both themes, and leaves the page in the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const [colorScheme, options] of [['light', everything], ['dark', colors]] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNothing(page, options);
  }
}

async function expectNothing(page: Page, options: RunOptions): Promise<void> {
  // Wait for color transitions to finish; otherwise a random point between the themes would be checked. Elements that
  // aren't rendered, as in a closed "details", never finish theirs.
  await page.evaluate(async () => {
    const drawn = document.getAnimations().filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true);
    await Promise.allSettled(drawn.map(({ finished }) => finished));
  });
  // Legacy mode avoids opening a second page for each check. Axe needs that only for frames of other origins, whose
  // contents belong to their own sites.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(told).toEqual([]);
}

/** Returns the clipboard's text. */
export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Makes the clipboard refuse access, through both the new and the old API. */
export const refuseClipboard = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) } });
    document.execCommand = () => false;
  });

export { expect, type Page };
