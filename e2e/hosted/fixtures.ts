import type { Link } from '@tsena/shared/merchant';
import { test as base } from '../dashboard/fixtures.ts';
import type { Dashboard } from '../dashboard/openDashboard.ts';
import { createLink } from './createLink.ts';

/** A companion with a sandbox, and links on it. */
export interface Hosted extends Dashboard {
  createLink(body?: Readonly<Record<string, unknown>>): Promise<Link>;
}

/**
 * Playwright's test with its own companion, in the size of a phone and in English unless the test chooses otherwise.
 */
export const test = base.extend<{ hosted: Hosted }>({
  hosted: async ({ dashboard }, use) => {
    await use({ ...dashboard, createLink: (body) => createLink(dashboard, body) });
  },
});

export { expect } from '@playwright/test';
