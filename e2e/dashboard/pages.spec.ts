import { expect, test } from './fixtures.ts';

test('a page whose file cannot be loaded says so, and can be loaded later', async ({
  page,
  dashboard,
  signIn,
  browserErrors,
}) => {
  let requests = 0;
  await page.route('**/morePages-*.js', (route) => {
    requests += 1;
    return route.abort();
  });
  await page.goto(dashboard.url);
  await signIn();
  await expect(page.getByText('Nothing needs review.')).toBeVisible();
  await expect.poll(() => requests).toBeGreaterThan(0);
  // A payment appears: the overview reads its data again, and the file is not asked for again.
  await dashboard.pay('ORDER-1', 25_000);
  await expect(page.getByText('ORDER-1')).toBeVisible();
  await page.getByRole('link', { name: 'Links', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(
    'The companion does not answer. Check your internet connection, then try again.',
  );
  // Newer versions of Chromium ask twice at a time: for the preload and for the import.
  expect(requests).toBeLessThanOrEqual(2);
  await page.unroute('**/morePages-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Payment links' })).toBeVisible();
  expect(browserErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
});

test('a page without its texts says so in three languages', async ({ page, dashboard }) => {
  await page.route(/\/assets\/(mg|fr|en)-/, (route) => route.abort());
  await page.goto(dashboard.url);
  await expect(page.locator('#dashboard')).toHaveText(
    'Tsy feno ny pejy: sokafy indray izy. · La page est incomplète : rechargez-la. · The page is incomplete: load it again.',
  );
});
