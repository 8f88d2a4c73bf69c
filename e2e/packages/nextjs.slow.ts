import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findFreePorts } from '../../scripts/ports.ts';
import { must, mustPnpm } from '../../scripts/release/steps.ts';
import { run } from '../../scripts/run.ts';
import { startFreshStack } from '../stack.ts';
import { root } from './manual.ts';

/** What docs/recipes/nextjs.md names. */
const PUBLISHED = ['next@16.4.6', 'react@19', 'react-dom@19', 'typescript@5', '@types/react@19', '@types/node@20'];
const NO_TELEMETRY = { NEXT_TELEMETRY_DISABLED: '1' };

let folder: string;
let installs: boolean;
let shop: ChildProcess | undefined;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tsena-nextjs-'));
  await mustPnpm(['pack', '--pack-destination', folder], { directory: join(root, 'packages/node') });
  const sdk = (await readdir(folder)).map((name) => join(folder, name));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  // As create-next-app writes it; Next.js adds the rest.
  const compilerOptions = { strict: true, paths: { '@/*': ['./*'] } };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { ok } = await run('npm', ['install', '--no-audit', '--no-fund', ...PUBLISHED, ...sdk], {
    ...{ directory: folder, quiet: true },
  });
  installs = ok;
});
test.afterEach(async () => {
  if (shop?.exitCode === null && shop.signalCode === null) {
    shop.kill();
    await once(shop, 'exit');
  }
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const next = () => join(folder, 'node_modules/next/dist/bin/next');

function start(port: number, settings: Readonly<Record<string, string>>): ChildProcess {
  const env = { PATH: process.env.PATH, ...NO_TELEMETRY, ...settings };
  shop = spawn(process.execPath, [next(), 'start', '-H', '127.0.0.1', '-p', String(port)], {
    ...{ cwd: folder, env, stdio: 'ignore' },
  });
  return shop;
}

async function payAndApprove(page: Page, portal: string): Promise<void> {
  await page.locator('tsena-checkout [part=input]').pressSequentially('034 35 000 03');
  await page.getByRole('button', { name: /^Payer/ }).click();
  await expect(page.getByRole('heading', { name: 'Confirmez sur votre téléphone' })).toBeVisible();
  const phone = await page.context().newPage();
  await phone.goto(portal);
  await phone.getByRole('button', { name: 'Approve' }).first().click();
  await phone.close();
}

/** Sends a webhook that is signed with the shop's secret; resolves with the status of the answer. */
async function send(url: string, secret: string, environment: string, amount = '44500'): Promise<number> {
  const at = new Date().toISOString();
  const payment = { id: 'pay_1', status: 'completed', transactionReference: '1', failure: null, updatedAt: at };
  const data = { ...payment, environment, order: 'ORDER-1042', amount, currency: 'MGA' };
  const body = JSON.stringify({ type: 'payment.completed', timestamp: at, data });
  const sentAt = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`msg_1.${sentAt}.${body}`).digest('base64');
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` };
  return (await fetch(`${url}/webhooks/tsena`, { method: 'POST', body, headers })).status;
}

test('the shop of docs/recipes/nextjs takes a payment with Next.js from npm', async ({ page }) => {
  if (!installs) console.warn('\n!!! Next.js does not install: docs/recipes/nextjs is NOT tested.\n');
  test.skip(!installs, 'Next.js does not install');
  await cp(join(root, 'docs/recipes/nextjs'), folder, { recursive: true });
  // A build needs no secrets, and contains none.
  await must(process.execPath, [next(), 'build'], { directory: folder, settings: NO_TELEMETRY });

  const [port = 0] = await findFreePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const stack = await startFreshStack({ ALLOWED_ORIGINS: url, WEBHOOK_URL: `${url}/webhooks/tsena` });
  try {
    const secrets = { ORDER_TOKEN_SECRET: stack.secrets.orderToken, WEBHOOK_SECRET: stack.secrets.webhook };
    const withoutSecret = start(port, { ORDER_TOKEN_SECRET: stack.secrets.orderToken });
    const statusOf = (path: string, init: RequestInit = {}) =>
      fetch(`${url}${path}`, init).then(
        ({ status }) => status,
        () => 'no answer yet',
      );
    await expect.poll(() => statusOf('/orders/ORDER-1042'), { timeout: 30_000 }).toBe(500);
    expect(await statusOf('/webhooks/tsena', { method: 'POST' })).toBe(500);
    withoutSecret.kill();
    await once(withoutSecret, 'exit');

    start(port, { ...secrets, COMPANION_URL: stack.companion.url });
    const read = async () => (await fetch(`${url}/orders/ORDER-1042`)).text();
    // Without a script, the form of the HTML pays.
    await expect.poll(() => read().catch(() => ''), { timeout: 30_000 }).toContain('name="msisdn"');
    expect((await fetch(`${url}/orders/NONE`)).status).toBe(404);

    expect(await send(url, `whsec_${Buffer.alloc(32).toString('base64')}`, 'sandbox')).toBe(401);
    expect(await send(url, stack.secrets.webhook, 'production')).toBe(403);
    expect(await send(url, stack.secrets.webhook, 'sandbox', '100')).toBe(204);
    expect(await read()).not.toContain('is paid');

    const messages: string[] = [];
    page.on('console', (message) => {
      // The recipe has no icon.
      if (!message.location().url.endsWith('/favicon.ico')) messages.push(message.text());
    });
    page.on('pageerror', (error) => messages.push(error.message));
    await page.goto(`${url}/orders/ORDER-1042`);
    await payAndApprove(page, `${stack.sandbox.url}/portal`);
    await expect(page.getByRole('heading', { name: 'Payé', exact: true })).toBeVisible();
    await expect.poll(read).toContain('is paid');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'ORDER-1042 is paid' })).toBeVisible();
    expect(messages, 'React and the widget leave nothing on the console').toEqual([]);
  } finally {
    await stack.stop();
  }
});
