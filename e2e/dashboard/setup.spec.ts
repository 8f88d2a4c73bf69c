import { expect, test } from './fixtures.ts';

test('an empty dashboard begins with the setup, which follows what the merchant tries', async ({
  page,
  dashboard,
  signIn,
  browserErrors,
}) => {
  await signIn();
  const setup = page.getByRole('region', { name: 'Set up your companion' });
  await expect(setup).toBeVisible();
  await expect(setup).toContainText('Pay 100 Ar with your own phone, in your shop or at the counter');
  await expect(setup).toContainText('No webhook was sent to your shop yet.');
  await setup.getByRole('button', { name: 'Send a test webhook' }).click();
  await expect(setup).toContainText('Your shop accepted the newest webhook.');
  expect(dashboard.receivedWebhooks).toHaveLength(1);

  const payment = await dashboard.pay('ORDER-1', 100);
  await dashboard.finish(payment, 'approve');
  await expect(page.getByRole('region', { name: 'Latest payments' })).toContainText('ORDER-1');
  await expect(setup).toHaveCount(0);

  await page.getByRole('link', { name: 'Setup' }).click();
  await expect(setup).toContainText('A payment was received and verified.');
  await expect(setup).toContainText('The operator’s callbacks arrive.');
  const declined = await dashboard.pay('ORDER-2', 100);
  await dashboard.finish(declined, 'reject');
  await expect(setup).toContainText('A payment was declined, and the companion learned it.');
  expect(browserErrors).toEqual([]);
});
