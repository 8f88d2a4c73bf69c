import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { signInTo } from './signIn.ts';

/** Creates a key on the keys page, as the owner does, and returns it. */
export async function createKey(page: Page, name: string, scope: RegExp): Promise<string> {
  await page.getByLabel('For whom?').fill(name);
  await page.getByLabel(scope).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('heading', { name: `The key of ${name}` })).toBeVisible();
  const key = (await page.locator('.secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();
  return key;
}

/** Another person's browser. */
export async function openBrowser(browser: Browser, options: BrowserContextOptions, address: string, key: string): Promise<Page> {
  const context = await browser.newContext({ ...options, locale: 'en' });
  const page = await context.newPage();
  await signInTo(page, address, key);
  return page;
}
