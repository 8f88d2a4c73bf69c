import type { Page } from '@playwright/test';
import { openDashboard } from '../dashboard/openDashboard.ts';
import { openCamera, type Shot } from '../pictures/camera.ts';
import { cancelLink, createLink } from './createLink.ts';

/** Takes the manual's pictures of the hosted page; with a folder as argument, pictures of all its states in it, and its receipt as PDF. */
const PAYER = '034 35 000 03';
const VIEWS = ['form', 'waiting', 'unresolved-page', 'receipt'];
const DESCRIPTION = 'Lamba landy, loko mena';

const camera = await openCamera();
const dashboard = await openDashboard({ OPERATOR_NAME: 'MVola' });
const { sandbox } = dashboard;

const create = (more: Readonly<Record<string, unknown>> = {}) => createLink(dashboard, { description: DESCRIPTION, ...more });

/** Types a number into the form and sends it. */
async function send(page: Page, number: string): Promise<void> {
  await page.locator('input[type=tel]').fill(number);
  await page.locator('form button').last().click();
}

function settle(how: 'approve' | 'reject'): void {
  for (const { serverCorrelationId, status } of sandbox.transactions()) if (status === 'pending') sandbox[how](serverCorrelationId);
}

/** Loads the page again until it has something that takes its time. */
async function reloadUntil(page: Page, selector: string): Promise<void> {
  while ((await page.locator(selector).count()) === 0) {
    await page.waitForTimeout(200);
    await page.reload();
  }
}

/** From the form to the receipt, as the widget shows it. */
async function takeMainWay(shot: Shot): Promise<void> {
  const page = await camera.open(shot);
  await page.goto((await create({ returnUrl: 'https://soa.example/merci' })).url);
  await page.locator('tsena-checkout').waitFor();
  await camera.capture(page, 'form', shot);
  await send(page, PAYER);
  await page.waitForURL(/pay_/);
  await page.locator('tsena-checkout h2').waitFor();
  await camera.capture(page, 'waiting', shot);
  settle('approve');
  await page.locator('h2.paid').waitFor();
  await camera.capture(page, 'receipt', shot);
  await camera.print(page, 'receipt', shot);
  await page.context().close();
}

/** The unresolved payment, which has its own form on the page. */
async function takeUnresolved(shot: Shot): Promise<void> {
  const page = await camera.open(shot, { javaScriptEnabled: false });
  sandbox.setFaults([
    { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 },
    { on: 'callback', do: 'drop' },
  ]);
  await page.goto((await create()).url);
  await send(page, PAYER);
  await page.waitForURL(/pay_/);
  await reloadUntil(page, 'h2.question');
  await camera.capture(page, 'unresolved-page', shot);
  if (camera.takesAll) {
    await page.locator('a.b').click();
    await camera.capture(page, 'reference', shot);
    await page.locator('input[name=transactionReference]').fill('999000111');
    await page.locator('form button').click();
    await page.locator('.e').waitFor();
    await camera.capture(page, 'reference-error', shot);
  }
  sandbox.setFaults([]);
  settle('reject');
  await page.context().close();
}

/** Every state without a script. */
async function takePlainPages(shot: Shot): Promise<void> {
  const page = await camera.open(shot, { javaScriptEnabled: false });
  const link = await create({ returnUrl: 'https://soa.example/merci' });
  await page.goto(link.url);
  await camera.capture(page, 'plain-form', shot);
  await send(page, '034 35');
  await page.locator('.e').waitFor();
  await camera.capture(page, 'plain-error', shot);
  await send(page, PAYER);
  await page.waitForURL(/pay_/);
  await camera.capture(page, 'plain-waiting', shot);
  const other = await camera.open(shot, { javaScriptEnabled: false });
  await other.goto(link.url);
  await camera.capture(other, 'plain-busy', shot);
  await reloadUntil(page, '.h');
  await camera.capture(page, 'plain-late', shot);
  await page.locator('.h + .q').click();
  await camera.capture(page, 'plain-retry', shot);
  settle('reject');
  await page.locator('.q').last().click();
  await reloadUntil(page, 'h2.no');
  await camera.capture(page, 'plain-failed', shot);
  await send(page, PAYER);
  await page.waitForURL(/pay_/);
  settle('approve');
  await reloadUntil(page, 'h2.paid');
  await camera.capture(page, 'plain-receipt', shot);
  await camera.print(page, 'plain-receipt', shot);
  await other.goto(link.url);
  await camera.capture(other, 'already-paid', shot);

  const cancelled = await create();
  await cancelLink(dashboard, cancelled);
  await other.goto(cancelled.url);
  await camera.capture(other, 'cancelled', shot);
  const expired = await create({ expiresAt: new Date(Date.now() + 60 * 60_000).toISOString() });
  const { db } = dashboard.companion.storage.store;
  await db
    .updateTable('links')
    .set({ expires_at: Date.now() - 1000 })
    .where('id', '=', expired.id)
    .execute();
  await other.goto(expired.url);
  await camera.capture(other, 'expired', shot);
  await other.goto(`${expired.url.slice(0, -22)}${'A'.repeat(22)}`);
  await camera.capture(other, 'unknown', shot);
  await other.context().close();
  await page.context().close();
}

try {
  for (const shot of camera.shotsOf(VIEWS)) {
    await takeMainWay(shot);
    await takeUnresolved(shot);
    if (camera.takesAll) await takePlainPages(shot);
  }
} finally {
  await camera.close();
  await dashboard.close();
}
