import { expect, orderToken, test } from './fixtures.ts';
import { expectSamePlaces, hold, plainForm, recordShifts } from './htmlForm.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('the number, the caret and the focus move from the page’s own form to the widget, and nothing jumps', async ({
  companion,
  open,
  page,
}) => {
  const readShifts = await recordShifts(page);
  const send = await hold(page, '**/v1/checkout.js');
  const sendApp = await hold(page, '**/v1/checkout-app.*');
  const widget = await open(plainForm(companion, orderToken()));
  const plain = page.locator('tsena-checkout > form input[type=tel]');
  await plain.pressSequentially('034350003');
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('ArrowLeft');
  await expectSamePlaces(page, widget, send);
  const number = widget.root.locator('[part=input]');
  await expect(number).toBeFocused();
  await page.keyboard.type('0');
  sendApp();
  await expect(widget.root).toContainText('To Tsenan’i Soa');
  await expect(number).toHaveValue('034 35 000 03');
  expect(await readShifts()).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(widget.view('waiting')).toBeVisible();
  expect(companion.requestsTo('POST', /payments$/).map(({ body }) => (body as { msisdn: string }).msisdn)).toEqual([
    '0343500003',
  ]);
});

test('a description of two lines moves nothing when the application comes', async ({ companion, open, page }) => {
  const description = 'Commande de la semaine : riz, huile et savon doux';
  const readShifts = await recordShifts(page);
  const sendApp = await hold(page, '**/v1/checkout-app.*');
  const token = orderToken({ description });
  companion.checkouts.set(token, { ...companion.checkout('form'), description });
  const widget = await open({ token });
  await expect(widget.button).toBeVisible();
  const before = await widget.button.boundingBox();
  sendApp();
  await expect(widget.root).toContainText('To Tsenan’i Soa');
  expect(await widget.button.boundingBox()).toEqual(before);
  expect(await readShifts()).toEqual([]);
});

for (const amount of ['1250000', '125000000'])
  test(`the page’s own form stays where it is when the widget comes: ${amount} Ar`, async ({
    companion,
    open,
    page,
  }) => {
    const send = await hold(page, '**/v1/checkout.js');
    const token = orderToken({ amount });
    companion.checkouts.set(token, { ...companion.checkout('form'), amount });
    const widget = await open(plainForm(companion, token));
    await expectSamePlaces(page, widget, send);
  });

test('a late press that the policy blocks leaves one form in the page, and pays once the application is there', async ({
  companion,
  open,
  page,
}) => {
  const sendApp = await hold(page, '**/v1/checkout-app.*');
  await page.clock.install();
  const csp = `default-src 'none'; connect-src ${companion.url}; script-src ${companion.url}; form-action 'self'`;
  const widget = await open({ token: orderToken(), csp });
  await widget.number.fill('034 35 000 03');
  const violation = page.waitForEvent('console', (message) => message.text().includes('form-action'));
  // Playwright's own clicks and locators would wait for the navigation that the policy blocks.
  await widget.button.evaluate((button) => void setTimeout(() => (button as HTMLElement).click()));
  await page.clock.runFor(11_000);
  await violation;
  const count = (selector: string) =>
    page.evaluate(
      (one) => document.querySelector('tsena-checkout')?.shadowRoot?.querySelectorAll(one).length,
      selector,
    );
  expect(await count('form')).toBe(1);
  sendApp();
  await page.clock.resume();
  await expect.poll(() => count('[data-view=waiting]')).toBe(1);
  expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
});

test('where the device knows a payment of the order, the page’s own form cannot be pressed any more', async ({
  companion,
  open,
  page,
}) => {
  const token = orderToken();
  const widget = await open(plainForm(companion, token));
  await widget.root.locator('[part=input]').fill('034 35 000 03');
  await widget.button.click();
  await expect(widget.view('waiting')).toBeVisible();

  const sendApp = await hold(page, '**/v1/checkout-app.*');
  await page.reload({ waitUntil: 'domcontentloaded' });
  const plain = page.locator('tsena-checkout > form');
  await page.waitForFunction(() => customElements.get('tsena-checkout') !== undefined);
  await expect(plain.locator('button')).toBeHidden();
  await expect(widget.root.locator('[part=button]')).toHaveCount(0);
  await expect(widget.heading).toHaveText('One moment…');
  sendApp();
  await expect(widget.view('waiting')).toBeVisible();
  expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
});
