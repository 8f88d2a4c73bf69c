import { defineConfig } from '@playwright/test';

/** The tests on all browser engines. Playwright only runs them: each engine has a driver of its own, in engines/. */
export default defineConfig({
  testDir: 'engines',
  testMatch: '**/*.engine.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
});
