import type { Page } from '@playwright/test';
import { createSellerKey } from '../dashboard/createSellerKey.ts';
import { signInTo } from '../dashboard/signIn.ts';
import type { Hosted } from '../hosted/fixtures.ts';

/** A page of a product, and how a test opens it. */
export interface OpenPage {
  readonly name: string;
  open(page: Page, hosted: Hosted, signIn: (hash?: string) => Promise<void>): Promise<void>;
}

const openLink = async (page: Page, hosted: Hosted): Promise<void> => {
  await page.goto((await hosted.createLink({ description: 'Lamba landy' })).url);
};

const dashboardPage = (hash: string, shown: string): OpenPage => ({
  name: `dashboard ${hash}`,
  async open(page, hosted, signIn) {
    await hosted.createLink({ description: 'Lamba landy' });
    await signIn();
    await page.goto(`${hosted.url}${hash}`);
    await page.locator(shown).first().waitFor();
  },
});

/** The pages that docs/accessibility.md reports on, one or more of each product. */
export const PAGES: readonly OpenPage[] = [
  {
    name: 'widget',
    async open(page, hosted) {
      await openLink(page, hosted);
      await page.locator('#page[data-page]').waitFor({ state: 'detached' });
      await page.locator('input[type=tel]').waitFor();
    },
  },
  {
    name: 'hosted page',
    async open(page, hosted) {
      await page.route('**/v1/checkout-*.js*', (route) => route.abort());
      await openLink(page, hosted);
      await page.locator('input[type=tel]').waitFor();
    },
  },
  dashboardPage('#/', 'h1'),
  dashboardPage('#/links', '.links .row'),
  dashboardPage('#/keys', 'form .primary'),
  dashboardPage('#/setup', '.setup-page .check'),
  dashboardPage('#/settings', '.settings-groups form'),
  dashboardPage('#/audit', 'h1'),
  {
    name: 'dashboard counter',
    async open(page, hosted) {
      await signInTo(page, hosted.url, await createSellerKey(hosted));
      await page.getByLabel(/number/).waitFor();
    },
  },
];
