import { createSellerKey } from './createSellerKey.ts';
import { expect, findViolations, test } from './fixtures.ts';
import { signInTo } from './signIn.ts';

test('a seller takes payments through a reload, and sees the last ones offline', async ({
  page,
  context,
  dashboard,
}) => {
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
  await page.waitForFunction(
    async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null,
  );
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('No connection. You cannot take payments now.');
  await expect(page.getByRole('region', { name: 'Last payments' })).toContainText('Paid');
  await expect(page.getByRole('button', { name: 'Send the request' })).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the counter shows what became of a refused request and of two requests, without a reload', async ({
  page,
  dashboard,
}) => {
  const { sandbox } = dashboard;
  const heading = (name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  const ask = async () => {
    await page.getByLabel(/number/).fill('0343500003');
    await page.getByRole('button', { name: 'Ask for 25,000 Ar' }).click();
  };
  await signInTo(page, dashboard.url, await createSellerKey(dashboard));
  // The operator refuses the request, and creates the transaction all the same.
  sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 402, times: 1 }]);
  await page.getByLabel('Amount in Ariary').fill('25000');
  await ask();
  await heading('Not paid');
  await expect(page.getByRole('status')).toContainText('the money may still come: do not take it a second time');
  dashboard.approveAll();
  await heading('Paid');

  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.getByLabel('Amount in Ariary').fill('25000');
  await ask();
  await page.getByRole('button', { name: 'No: ask again' }).click();
  await expect(page.getByRole('alert')).toContainText('The customer must approve only one of the two');
  await ask();
  await heading('Waiting for the customer');
  const [second, first] = sandbox.transactions().filter(({ status }) => status === 'pending');
  sandbox.approve(first?.serverCorrelationId ?? '');
  await heading('Already paid');
  await page.getByRole('button', { name: 'Show the paid one' }).click();
  await heading('Paid');
  sandbox.approve(second?.serverCorrelationId ?? '');
  await heading('Paid twice');
  await page.getByRole('button', { name: 'Next customer' }).click();
  const badges = page.getByRole('region', { name: 'Last payments' }).locator('.badge');
  await expect(badges).toHaveText(['Paid twice', 'Paid twice', 'Paid']);
  expect(await findViolations(page)).toEqual([]);
});
