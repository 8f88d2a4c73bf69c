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

test('the columns of payments stand under their headings, amounts to the right', async ({
  page,
  dashboard,
  signIn,
}) => {
  await dashboard.pay('ORDER-1', 25_000);
  await dashboard.pay('ORDER-2', 1_250_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn('#/payments');
  await page.locator('.row').nth(1).waitFor();
  /** Where each column of a line begins, and where its amount ends. */
  const edgesOf = (line: string) =>
    page
      .locator(line)
      .first()
      .evaluate((element) => {
        const edges = (name: string) => element.querySelector(`:scope > .${name}`)?.getBoundingClientRect();
        const lefts = ['order', 'payer', 'when', 'status'].map((name) => Math.round(edges(name)?.left ?? 0));
        return [...lefts, Math.round(edges('amount')?.right ?? 0)];
      });
  const headings = await edgesOf('.headings');
  expect(await edgesOf('li:nth-child(1) > .row')).toEqual(headings);
  expect(await edgesOf('li:nth-child(2) > .row')).toEqual(headings);
});
