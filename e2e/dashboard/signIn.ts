import { expect, type Page } from '@playwright/test';

/** Opens a page of the dashboard and signs in with the form. */
export async function signInTo(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[type=password]').fill(key);
  await page.locator('button[type=submit]').click();
  await expect(page.locator('input[type=password]')).toHaveCount(0);
}
