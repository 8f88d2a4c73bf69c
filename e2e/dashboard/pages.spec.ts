import { expect, test } from './fixtures.ts';

test('a page whose file cannot be loaded says so, and comes once the companion answers again', async ({
  page,
  dashboard,
  signIn,
  browserErrors,
}) => {
  await page.route('**/morePages-*.js', (route) => route.abort());
  await page.goto(dashboard.url);
  await signIn();
  await expect(page.getByText('Nothing needs review.')).toBeVisible();
  await page.getByRole('link', { name: 'Links', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('The companion does not answer. Check your internet connection, then try again.');
  await page.unroute('**/morePages-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Payment links' })).toBeVisible();
  expect(browserErrors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
});
