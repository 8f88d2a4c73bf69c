import { defineConfig, devices } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  outputDir: 'test-results',
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE === undefined ? [] : [['json'] as const])],
  use: {
    ...devices['Moto G4'],
    locale: 'en',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Chromium's sandbox does not start for root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
  // `test` runs the first; CONTRIBUTING.md names the others.
  projects: [
    { name: 'browser', testMatch: '**/*.spec.ts' },
    // Each browser engine has a driver of its own; Playwright only runs the tests.
    { name: 'engines', testMatch: 'engines/*.engine.ts', timeout: 120_000, workers: 1 },
    { name: 'packages', testMatch: 'packages/*.slow.ts', timeout: 600_000 },
    { name: 'proxies', testMatch: 'proxies/*.slow.ts', timeout: 180_000, fullyParallel: true },
  ],
});
