import type { Link } from '@tsena/shared/merchant';
import { test as base } from '../dashboard/fixtures.ts';
import { type Dashboard, KEY } from '../dashboard/openDashboard.ts';

/** A companion with a sandbox, and links on it. */
export interface Hosted extends Dashboard {
  createLink(body?: Readonly<Record<string, unknown>>): Promise<Link>;
}

/** Playwright's test with its own companion, in the size of a phone and in English unless the test chooses otherwise. */
export const test = base.extend<{ hosted: Hosted }>({
  hosted: async ({ dashboard }, use) => {
    await use({
      ...dashboard,
      async createLink(body = {}) {
        const response = await fetch(new URL('../v1/merchant/links', dashboard.url), {
          method: 'POST',
          headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ amount: '25000', ...body }),
        });
        if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
        return (await response.json()) as Link;
      },
    });
  },
});

export { expect } from '@playwright/test';
