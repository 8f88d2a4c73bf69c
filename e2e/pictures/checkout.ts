import type { Page } from '@playwright/test';
import { startFreshStack } from '../stack.ts';
import { type Camera, openCamera, type Shot } from './camera.ts';

/** Takes the README's picture, four phones from the shop to the paid order; with a folder as argument, each of its pages in it. */
const PAYER = '034 35 000 03';
const VIEWS = ['shop', 'checkout', 'checkout-waiting', 'order-paid'];

const camera = await openCamera();
const stack = await startFreshStack({ LIMIT_PER_MSISDN: 'off', LIMIT_PER_IP: 'off', LIMIT_PER_LINK: 'off' });

async function approveAll(): Promise<void> {
  const api = `${stack.sandbox.url}/portal/api/transactions`;
  const pending = (await (await fetch(`${api}?status=pending`)).json()) as readonly { readonly serverCorrelationId: string }[];
  await Promise.all(pending.map(({ serverCorrelationId }) => fetch(`${api}/${serverCorrelationId}/approve`, { method: 'POST' })));
}

async function shop(shot: Shot, capture: (page: Page, view: string) => Promise<void>): Promise<void> {
  const page = await camera.open(shot);
  await page.goto(stack.shop.url);
  await capture(page, 'shop');
  await page.locator('.add button').first().click();
  await page.waitForURL(/added=/);
  await page.goto(`${stack.shop.url}/cart`);
  await page.locator('form[action="/orders"] button').click();
  await page.waitForURL(/\/checkout\//);
  const reference = new URL(page.url()).pathname.replace('/checkout/', '');
  await page.locator('tsena-checkout input[type=tel]').fill(PAYER);
  await capture(page, 'checkout');
  await page.locator('tsena-checkout [part=button]').click();
  await page.locator('tsena-checkout ol').waitFor();
  await capture(page, 'checkout-waiting');
  await approveAll();
  await page.locator('tsena-checkout dl').waitFor();
  await page.goto(`${stack.shop.url}/orders/${reference}`);
  await capture(page, 'order-paid');
  await page.context().close();
}

async function takeReadmePicture(camera: Camera): Promise<void> {
  const shots: Buffer[] = [];
  const shot: Shot = { size: 'phone', theme: 'light', language: 'en' };
  await shop(shot, async (page) => {
    shots.push(await page.screenshot());
  });
  await camera.captureStrip(shots, 'checkout');
}

try {
  if (!camera.takesAll) await takeReadmePicture(camera);
  else for (const shot of camera.shotsOf(VIEWS)) await shop(shot, (page, view) => camera.capture(page, view, shot));
} finally {
  await camera.close();
  await stack.stop();
}
