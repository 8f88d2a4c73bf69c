import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { createKey, openBrowser } from './people.ts';

const ENDED = 'You have been signed out: your key was revoked or has expired';

const recordRefund = (page: Page) => page.getByRole('button', { name: 'Record a refund' });
const refunds = (page: Page) => page.getByRole('region', { name: 'Refunds' });

test('three cashiers: one looks, one refunds, one revokes a key, and that browser is signed out', async ({
  page,
  browser,
  viewport,
  dashboard,
  signIn,
}) => {
  // Four browsers are open at once.
  test.slow();
  const payment = await dashboard.pay('ZOMA-1', 25_000);
  await dashboard.finish(payment, 'approve');
  await signIn('#/keys');
  const keys = {
    rivo: await createKey(page, 'Rivo', /^Can look Sees/),
    hanta: await createKey(page, 'Hanta', /^Can look and act/),
    voahangy: await createKey(page, 'Voahangy', /^Can do everything/),
  };
  for (const key of Object.values(keys)) expect(key).toMatch(/^tsena_test_[0-9A-Za-z]{36}$/);
  expect(await page.content()).not.toContain(keys.rivo);
  const address = `${dashboard.url}#/payments/${payment.id}`;
  const options = { viewport };

  // Rivo looks: no action is offered, and the companion would refuse it.
  const rivo = await openBrowser(browser, options, address, keys.rivo);
  await expect(rivo.getByText('Signed in as Rivo')).toBeAttached();
  await expect(rivo.getByText('You can look, but not act here').first()).toBeVisible();
  await expect(recordRefund(rivo)).toHaveCount(0);
  const refused = await rivo.evaluate(async (id) => {
    const body = JSON.stringify({ amount: '1000', reason: 'not allowed' });
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch(`../v1/merchant/payments/${id}/refunds`, { method: 'POST', headers, body })).status;
  }, payment.id);
  expect(refused).toBe(403);

  // Hanta refunds a part, then wants too much, then voids.
  const hanta = await openBrowser(browser, options, address, keys.hanta);
  await recordRefund(hanta).click();
  await expect(hanta.getByText('This sends no money.')).toBeVisible();
  await hanta.getByLabel('Amount sent back, in Ariary').fill('5 000');
  await hanta.getByLabel('Why?').fill('One item out of stock');
  await hanta.getByLabel(/^Reference \(Ref\) of the money/).fill('636042999');
  await hanta.getByRole('button', { name: 'Record refund' }).click();
  await expect(refunds(hanta)).toContainText('One item out of stock');
  await expect(hanta.getByText(/A refund of 5,000\sAr was recorded/)).toBeVisible();
  await expect(hanta.getByText('By Hanta')).toBeVisible();
  await recordRefund(hanta).click();
  await hanta.getByLabel('Amount sent back, in Ariary').fill('20001');
  await hanta.getByLabel('Why?').fill('All of it');
  await hanta.getByRole('button', { name: 'Record refund' }).click();
  await expect(hanta.getByRole('alert')).toContainText(/20,000\sAr of this payment can still be refunded/);
  await hanta.getByRole('button', { name: 'Cancel' }).click();

  // The refund appears in the open page of Rivo, who only looks, and in the owner's totals.
  await expect(refunds(rivo)).toContainText('Hanta');
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'Received today' })).toContainText(/Refunded: 5,000\sAr · Net: 20,000\sAr/);

  await refunds(hanta).getByRole('button', { name: 'Void this record' }).click();
  await hanta.getByLabel('Why is the record wrong?').fill('Wrong payment');
  await hanta.getByRole('button', { name: 'Void', exact: true }).click();
  await expect(refunds(rivo)).toContainText('Wrong payment · Hanta');
  await expect(page.getByRole('region', { name: 'Received today' })).not.toContainText('Refunded');

  // Voahangy revokes Hanta's key: her browser is signed out without a press, and her key no longer opens anything.
  const voahangy = await openBrowser(browser, options, `${dashboard.url}#/keys`, keys.voahangy);
  const article = voahangy.getByRole('article').filter({ has: voahangy.getByRole('heading', { name: 'Hanta' }) });
  await expect(article).toContainText('Last used: Today');
  await article.getByRole('button', { name: 'Revoke' }).click();
  await article.getByRole('button', { name: 'Revoke for good' }).click();
  await expect(hanta.getByRole('alert')).toContainText(ENDED);
  await expect(article).toContainText(/Revoked: Today, \d\d:\d\d · Voahangy/);
  await hanta.getByLabel('Merchant key').fill(keys.hanta);
  await hanta.getByRole('button', { name: 'Sign in' }).click();
  await expect(hanta.getByRole('alert')).toHaveText('This key is not valid. Check it, then try again.');
  await expect(rivo.getByRole('heading', { level: 1 })).toBeVisible();
  await hanta.reload();
  await expect(hanta.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('a full refund of one payment of an order that was paid twice ends its review', async ({ page, dashboard, signIn }) => {
  const first = await dashboard.pay('ZOMA-10', 25_100);
  let second = first;
  await expect
    .poll(async () => {
      second = await dashboard.pay('ZOMA-10', 25_100);
      return second.id;
    })
    .not.toBe(first.id);
  await dashboard.finish(first, 'approve');
  await dashboard.finish(second, 'approve');
  await signIn();
  const review = page.getByRole('article').filter({ has: page.getByRole('heading', { name: /ZOMA-10/ }) });
  await review.getByRole('button', { name: 'Record a refund' }).click();
  await review.getByRole('button', { name: 'All' }).click();
  await review.getByLabel('Why?').fill('Paid twice');
  await review.getByRole('button', { name: 'Record refund' }).click();
  await expect(page.getByText('Nothing needs review.')).toBeVisible();
  await page.getByRole('link', { name: 'Totals by month' }).click();
  await expect(page.locator('.facts')).toContainText(/Received50,200\sArRefunded25,100\sArNet25,100\sAr/);
});
