import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { type Dashboard, KEY, openDashboard } from './desk.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Fixtures {
  desk: Dashboard;
  /** What the browser complained about: errors, and what the page's policy forbade. */
  complaints: string[];
  /** Opens a page of the dashboard, signed in by hand. */
  signIn(hash?: string): Promise<void>;
}

/** Playwright's test with a desk of its own, phone-sized, in English unless the page chooses otherwise. */
export const test = base.extend<Fixtures>({
  viewport: { width: 360, height: 640 },
  desk: async ({ browserName: _ }, use) => {
    const desk = await openDashboard();
    await use(desk);
    await desk.close();
  },
  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(complaints);
  },
  signIn: async ({ page, desk }, use) => {
    await use(async (hash = '') => {
      await page.goto(`${desk.url}${hash}`);
      await page.locator('input[type=password]').fill(KEY);
      await page.locator('button[type=submit]').click();
      await expect(page.getByText('Tsena Boutique')).toBeVisible();
    });
  },
});

/** What axe finds, colours included, and whether anything sticks out at the side. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
    ...(tooWide > 0 ? [`${tooWide} px too wide`] : []),
  ];
}

export { expect } from '@playwright/test';
