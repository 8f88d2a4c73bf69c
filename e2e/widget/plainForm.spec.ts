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
