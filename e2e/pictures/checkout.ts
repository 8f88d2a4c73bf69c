import { startFreshStack } from '../stack.ts';
import { openCamera } from './camera.ts';

/** Takes the README's picture, four phones from the shop to the paid order. */
const PAYER = '034 35 000 03';

const camera = await openCamera();
const stack = await startFreshStack({ LIMIT_PER_MSISDN: 'off', LIMIT_PER_IP: 'off', LIMIT_PER_LINK: 'off' });

async function approveAll(): Promise<void> {
  const api = `${stack.sandbox.url}/portal/api/transactions`;
  const pending = (await (await fetch(`${api}?status=pending`)).json()) as readonly { readonly serverCorrelationId: string }[];
  await Promise.all(pending.map(({ serverCorrelationId }) => fetch(`${api}/${serverCorrelationId}/approve`, { method: 'POST' })));
}

async function takeReadmePicture(): Promise<void> {
  const shots: Buffer[] = [];
  const page = await camera.open({ size: 'phone', theme: 'light', language: 'en' });
  const capture = async () => shots.push(await page.screenshot());
  await page.goto(stack.shop.url);
  await capture();
  await page.locator('.add button').first().click();
  await page.waitForURL(/added=/);
  await page.goto(`${stack.shop.url}/cart`);
  await page.locator('form[action="/orders"] button').click();
  await page.waitForURL(/\/checkout\//);
  const reference = new URL(page.url()).pathname.replace('/checkout/', '');
  await page.locator('tsena-checkout input[type=tel]').fill(PAYER);
  await capture();
  await page.locator('tsena-checkout [part=button]').click();
  await page.locator('tsena-checkout ol').waitFor();
  await capture();
  await approveAll();
  await page.locator('tsena-checkout dl').waitFor();
  await page.goto(`${stack.shop.url}/orders/${reference}`);
  await capture();
  await camera.captureStrip(shots, 'checkout');
}

try {
  await takeReadmePicture();
} finally {
  await camera.close();
  await stack.stop();
}
