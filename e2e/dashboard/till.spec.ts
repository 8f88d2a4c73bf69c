import { createSellerKey } from './createSellerKey.ts';
import { expect, findViolations, test } from './fixtures.ts';
import { signInTo } from './signIn.ts';

test('a seller takes payments through a reload, and sees the last ones offline', async ({ page, context, dashboard }) => {
  await signInTo(page, dashboard.url, await createSellerKey(dashboard));
  await expect(page).toHaveURL(`${dashboard.url}counter`);
  const key = (name: string) => page.getByRole('button', { name, exact: true });
  for (const digits of ['2', '5', '000']) await key(digits).click();
  await page.getByLabel(/number/).click();
  for (const digit of '0343500003') await key(digit).click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ask for 25,000 Ar' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Waiting for the customer' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Waiting for the customer' })).toBeVisible();
  dashboard.sandbox.reject(dashboard.sandbox.transactions()[0]?.serverCorrelationId ?? '');
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel(/number/).fill('0343500003');
  await page.getByRole('button', { name: 'Ask for 25,000 Ar' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for the customer' })).toBeVisible();
  expect(dashboard.sandbox.transactions()).toHaveLength(2);
  dashboard.approveAll();
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' })).toContainText(/\d{4}-000001/);
  expect(await findViolations(page)).toEqual([]);

  // The printed sign is black: its ground must not be printed dark.
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.receipt .sandbox')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.emulateMedia({ media: null });

  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('No connection. You cannot take payments now.');
  await expect(page.getByRole('region', { name: 'Last payments on this device' })).toContainText('Paid');
  await expect(page.getByRole('button', { name: 'Send the request' })).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
