import type { Page } from '@playwright/test';
import { runAxe } from './axe.ts';
import { expect, test } from './stack.ts';

/** What is wrong with a page for somebody who cannot see or point well, and whether it is wider than the screen. */
async function faultsOf(page: Page): Promise<string[]> {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...(await runAxe(page)), ...(excess > 0 ? [`${excess} px too wide`] : [])];
}

for (const [colorScheme, locale] of [
  ['light', 'mg'],
  ['dark', 'fr'],
  ['light', 'en'],
] as const) {
  test(`the shop can be used by everybody on a narrow phone, ${colorScheme}, ${locale}`, async ({ browser, stack }) => {
    const context = await browser.newContext({ colorScheme, locale, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    const check = async (path: string) => {
      await page.goto(`${stack.shop.url}${path}`);
      expect(await faultsOf(page), path).toEqual([]);
    };
    await check('/cart');
    await check('/nowhere');
    await check('/products/chocolate');
    await page.locator('.add button').click();
    await page.waitForURL(/added=/);
    expect(await faultsOf(page)).toEqual([]);
    await check('/');
    await check('/cart');
    await page.locator('form[action="/orders"] button').click();
    await page.waitForURL(/\/checkout\//);
    const reference = new URL(page.url()).pathname.replace('/checkout/', '');
    await expect(page.locator('tsena-checkout [part=input]')).toBeVisible();
    expect(await faultsOf(page), 'checkout').toEqual([]);
    await check(`/orders/${reference}`);
    await context.close();
  });
}
