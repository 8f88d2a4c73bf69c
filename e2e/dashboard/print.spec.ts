import { expect, test } from './fixtures.ts';
import { insertPastPayments } from './pastPayments.ts';

test('a printed month has every day, and nothing to press', async ({ page, dashboard, signIn }) => {
  await insertPastPayments(dashboard, 70);
  await signIn(`#/months/${new Date().toISOString().slice(0, 7)}`);
  await page.getByRole('link', { name: /^←/ }).click();
  await expect(page.locator('tbody tr').nth(27)).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['nav', '.settings', '.back', '.title .button']) await expect(page.locator(hidden).first()).toBeHidden();
  const table = page.locator('.scroll');
  expect(await table.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await expect(page.locator('h1')).toBeVisible();
});
