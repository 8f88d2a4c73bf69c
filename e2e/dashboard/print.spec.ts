import { expect, test } from './fixtures.ts';

test('a printed month has every day, and nothing to press', async ({ page, signIn }) => {
  await signIn(`#/months/${new Date().toISOString().slice(0, 7)}`);
  await page.getByRole('link', { name: /^←/ }).click();
  await expect(page.locator('tbody tr').nth(27)).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['nav', '.settings', '.back', '.title .button'])
    await expect(page.locator(hidden).first()).toBeHidden();
  const table = page.locator('.scroll');
  expect(await table.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
  await expect(page.locator('h1')).toBeVisible();
});
