/** An engine that signs people in through the tests' provider. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, startEngine, type Page } from '../harness';
import { accounts, clientSecret, startProvider, type Account, type TestProvider } from './provider.mjs';

export interface Setting {
  url: string;
  provider: TestProvider;
  /** Whether a string appears anywhere in the store's files. */
  keeps: (text: string) => Promise<boolean>;
}

/** Starts an engine with the development people on its list and `helpers.example.net` as its own domain. */
export async function startOidcEngine(issuer: string): Promise<{ url: string; data: string; stop: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'callguide-oidc-'));
  // The development sign-in fills the list of a new store, so that it already has people when the provider's engine
  // starts.
  const seeding = await startEngine([], data);
  await seeding.stop();
  const secret = join(data, 'client-secret');
  await writeFile(secret, `${clientSecret}\n`, { mode: 0o600 });
  const options = ['--oidc-issuer', issuer, '--oidc-client-id', 'callguide-e2e', '--oidc-client-secret-file', secret, '--organisation-domain', 'helpers.example.net'];
  const { engine, stop } = await startEngine(options, data);
  return {
    url: engine.url,
    data,
    stop: async () => {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

export async function isInFiles(folder: string, text: string): Promise<boolean> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).some((bytes) => bytes.includes(text));
}

/** Returns a port that nothing listens on. */
export const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      server.close(() => done(typeof at === 'object' && at !== null ? at.port : 0));
    });
  });

export const test = base.extend<object, { setting: Setting }>({
  setting: [
    // Playwright reads the fixture's dependencies from the pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const provider = await startProvider();
      const engine = await startOidcEngine(provider.issuer);
      await use({ url: engine.url, provider, keeps: (text) => isInFiles(engine.data, text) });
      await engine.stop();
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ setting }, use) => use(setting.url),
});

export const button = 'Sign in with Google';

/** Clicks the button and returns the provider's page in the popup. */
export async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  return popup;
}

export const choose = (page: Page, account: Account) => page.getByRole('button', { name: accounts[account].name }).click();

export const isIn = (page: Page) => expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

export async function signIn(page: Page, account: Account = 'listed'): Promise<void> {
  await choose(await openPopup(page), account);
  await isIn(page);
}

export { accounts, expect, startProvider };
