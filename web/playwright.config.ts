import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/**
 * The browser named in the environment, or else one installed on the system, or else Playwright's own. The headless
 * shell takes half the time.
 */
const named = process.env.CALLGUIDE_BROWSER;
const system = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'].find(existsSync);
const executablePath = named || system;

// As root, Chromium needs its sandbox disabled; the other flags keep it from contacting anything but the engine.
const root = process.getuid?.() === 0;
const args = [
  ...(root ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // For CI's two processors: most of a test's time is spent waiting for the engine to read and check an edit.
  workers: 4,
  // A flaky test is fixed, never retried.
  retries: 0,
  // A slow machine isn't a failure: axe checks whole pages.
  timeout: 300_000,
  // An edit takes a while to appear on a busy machine, but the wait must stay below the app's own polling interval.
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath && { executablePath }) },
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
    // Recording traces takes a fifth of a run. To get one for a failed test, run it again: CALLGUIDE_TRACE=1 make e2e.
    trace: process.env.CALLGUIDE_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testIgnore: /phone\.spec/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', testMatch: /(phone|contact|(?<!faq-)axe)\.spec/, use: { ...phone, browserName: 'chromium' as const } },
    { name: 'screenshots', testMatch: /(screenshots|pictures)\.ts/ },
  ],
});
