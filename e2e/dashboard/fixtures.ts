import { test as base, type Page } from '@playwright/test';
import { MERCHANT_API_KEY } from '@tsena/testkit/environment';
import { runAxe } from '../axe.ts';
import { findFlaws } from '../findFlaws.ts';
import { type Dashboard, openDashboard } from './openDashboard.ts';
import { signInTo } from './signIn.ts';

interface Fixtures {
  /** Further settings of the companion. */
  settings: Readonly<Record<string, string>>;
  dashboard: Dashboard;
  /** The browser's errors and warnings, violations of the content security policy among them. */
  browserErrors: string[];
  /** Opens a page of the dashboard and signs in with the form. */
  signIn(hash?: string): Promise<void>;
}

/**
 * Playwright's test with its own dashboard, in the size of a phone and in English unless the test chooses otherwise.
 */
export const test = base.extend<Fixtures>({
  viewport: { width: 360, height: 640 },
  settings: [{}, { option: true }],
  dashboard: async ({ settings }, use) => {
    const dashboard = await openDashboard(settings);
    await use(dashboard);
    await dashboard.close();
  },
  browserErrors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      // The page asks the companion whether it is signed in; the browser reports the answer "no".
      const isQuestion = /\/v1\/merchant(\/events)?$/.test(message.location().url) && message.text().includes('401');
      if (['error', 'warning'].includes(message.type()) && !isQuestion) errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    await use(errors);
  },
  signIn: async ({ page, dashboard }, use) => {
    await use(async (hash = '') => {
      await signInTo(page, `${dashboard.url}${hash}`, MERCHANT_API_KEY);
    });
  },
});

/** The violations of {@link runAxe} and the flaws of {@link findFlaws}. */
export async function findViolations(page: Page): Promise<string[]> {
  return [...(await runAxe(page)), ...(await findFlaws(page))];
}

export { expect } from '@playwright/test';
