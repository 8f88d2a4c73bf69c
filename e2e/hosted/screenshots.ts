import type { Page } from '@playwright/test';
import { openDashboard } from '../dashboard/openDashboard.ts';
import { openCamera, type Shot } from '../pictures/camera.ts';
import { createLink } from './createLink.ts';

/** Takes the manual's pictures of the hosted page. */
const PAYER = '034 35 000 03';
const VIEWS = ['form', 'waiting', 'unresolved-page', 'receipt'];
const DESCRIPTION = 'Lamba landy, loko mena';

const camera = await openCamera();
const dashboard = await openDashboard({ OPERATOR_NAME: 'MVola' });
const { sandbox } = dashboard;

const create = () => createLink(dashboard, { description: DESCRIPTION, returnUrl: 'https://soa.example/merci' });

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

/** From the form to the receipt, as the script shows it. */
async function takeMainWay(shot: Shot): Promise<void> {
  const page = await camera.open(shot);
  await page.goto((await create()).url);
  await page.locator('#page:not([data-page])').waitFor({ state: 'attached' });
  await camera.capture(page, 'form', shot);
  await send(page, PAYER);
  await page.waitForURL(/pay_/);
  await page.locator('[data-view=waiting]').waitFor();
  await camera.capture(page, 'waiting', shot);
  settle('approve');
  await page.locator('[data-view=paid]').waitFor();
  await camera.capture(page, 'receipt', shot);
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
  await reloadUntil(page, '[data-view=unresolved]');
  await camera.capture(page, 'unresolved-page', shot);
  sandbox.setFaults([]);
  settle('reject');
  await page.context().close();
}

try {
  for (const shot of camera.shotsOf(VIEWS)) {
    await takeMainWay(shot);
    await takeUnresolved(shot);
  }
} finally {
  await camera.close();
  await dashboard.close();
}
