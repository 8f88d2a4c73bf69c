import { defineConfig, devices } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testMatch: '**/*.spec.ts',
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
});
