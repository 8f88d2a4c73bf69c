import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { deferred } from '@tsena/testkit/deferred';
import type { CompanionStub } from './companionStub.ts';
import { expect, orderToken, test } from './fixtures.ts';

const README = new URL('../../packages/widget/README.md', import.meta.url);
/** The lines that the manual gives for the page's own form. */
const CSS = /```css\n([\s\S]*?)```/.exec(readFileSync(README, 'utf8'))?.[1] ?? '';

/** The form in the HTML of the shop's page. The script comes when `let` is called. */
function plainForm({ url }: CompanionStub, token: string) {
  return {
    lang: 'en',
    head: `<style>body { margin: 0; font-family: system-ui, sans-serif } ${CSS}</style>`,
    body: `<tsena-checkout order-token="${token}"><form method="post" action="${url}/pay">
      <input type="hidden" name="token" value="${token}"><input type="hidden" name="lang" value="en">
      <label>Mobile money number <input name="msisdn" type="tel" autocomplete="tel"></label>
      <button>Pay 25,000 Ar</button>
      </form></tsena-checkout><p>Questions? 020 22 000 00</p><script async src="${url}/v1/checkout.js"></script>`,
  };
}

/** Holds a file back until the returned function is called. */
async function hold(page: Page, file: string): Promise<() => void> {
  const held = deferred();
  await page.route(file, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test.use({ viewport: { width: 360, height: 640 } });

test('the number, the caret and the focus move from the page’s own form to the widget, and nothing jumps', async ({
  companion,
  open,
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const send = await hold(page, '**/v1/checkout.js');
  const sendApp = await hold(page, '**/v1/checkout-app.*');
  const widget = await open(plainForm(companion, orderToken()));
  const plain = page.locator('tsena-checkout > form input[type=tel]');
  await plain.pressSequentially('034350003');
  for (let count = 0; count < 2; count += 1) await page.keyboard.press('ArrowLeft');
  const before = [await plain.boundingBox(), await page.locator('tsena-checkout > form button').boundingBox()];
  send();
  const number = widget.root.locator('[part=input]');
  await expect(number).toBeFocused();
  await expect(plain).toBeHidden();
  const after = [await number.boundingBox(), await widget.button.boundingBox()];
  await page.keyboard.type('0');
  sendApp();
  await expect(widget.root).toContainText('To Tsenan’i Soa');
  await expect(number).toHaveValue('034 35 000 03');
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  for (const [index, box] of before.entries())
    expect(Math.abs((box?.y ?? 0) - (after[index]?.y ?? 0)), String(index)).toBeLessThan(2);
  await page.keyboard.press('Enter');
  await expect(widget.view('waiting')).toBeVisible();
  expect(companion.requestsTo('POST', /payments$/).map(({ body }) => (body as { msisdn: string }).msisdn)).toEqual([
    '0343500003',
  ]);
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
  sendApp();
  await expect(widget.view('waiting')).toBeVisible();
  expect(companion.requestsTo('POST', /payments$/)).toHaveLength(1);
});
