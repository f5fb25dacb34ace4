import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

/** The browser that is named, else one of the system's, else Playwright's own. Without a window to draw it takes half the time. */
const named = process.env.CALLGUIDE_BROWSER;
const system = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'].find(existsSync);
const executablePath = named || system;

// As root Chromium has no sandbox; the rest keeps it from talking to anybody but the engine.
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
  // On the two processors of CI: much of a test is waiting for the engine to look, read and prove.
  workers: 4,
  // A test that is red by chance is mended, never tried again.
  retries: 0,
  // A slow machine is no failure: axe looks at whole pages.
  timeout: 180_000,
  // An edit shows once the engine has looked, read and proved it: on a busy machine that takes a while.
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args, ...(executablePath && { executablePath }) },
    permissions: ['clipboard-read', 'clipboard-write'],
    locale: 'en-US',
    // What a trace records takes a fifth of a run; what failed is run again with one: CALLGUIDE_TRACE=1 make e2e.
    trace: process.env.CALLGUIDE_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testIgnore: /phone\.spec/, use: { viewport: { width: 1280, height: 800 } } },
    { name: 'phone', testMatch: /(phone|contact|(?<!faq-)axe)\.spec/, use: { ...phone, browserName: 'chromium' as const } },
    { name: 'screenshots', testMatch: /(screenshots|pictures)\.ts/ },
  ],
});
