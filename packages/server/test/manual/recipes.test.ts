import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tsena/testkit/port';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { ORDER_TOKEN_SECRET, PAYER, type Stack, startStack, WEBHOOK_SECRET } from '../support/stack.ts';

const recipes = fileURLToPath(new URL('../../../../docs/recipes/', import.meta.url));

const SHOPS = [
  { language: 'Node', program: process.execPath, args: (_port: string) => ['shop.mjs'] },
  { language: 'Python', program: 'python3', args: (_port: string) => ['shop.py'] },
  { language: 'PHP', program: 'php', args: (port: string) => ['-S', `127.0.0.1:${port}`, 'shop.php'] },
] as const;

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

describe.each(SHOPS)('the shop in plain $language', ({ language, program, args }) => {
  let stack: Stack | undefined;
  let shop: ChildProcess | undefined;
  let folder: string | undefined;

  afterEach(async () => {
    shop?.kill('SIGKILL');
    shop = undefined;
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
    await stack?.close();
    stack = undefined;
  });

  function requireProgram(context: TestContext): void {
    if (isInstalled(program)) return;
    console.warn(`\n!!! ${program} is not installed: the shop in ${language} is NOT tested.\n`);
    context.skip(`${program} is not installed`);
  }

  function startShop(port: string, companion: string): void {
    folder = mkdtempSync(join(tmpdir(), 'tsena-shop-'));
    shop = spawn(program, args(port), {
      cwd: recipes,
      env: { PATH: process.env.PATH, TMPDIR: folder, PORT: port, COMPANION_URL: companion, ORDER_TOKEN_SECRET, WEBHOOK_SECRET },
      stdio: 'ignore',
    });
  }

  it('goes on after a client that leaves in the middle of a webhook', async (context) => {
    requireProgram(context);
    const port = await freePort();
    startShop(String(port), 'http://127.0.0.1:1');
    const readPage = async () => (await fetch(`http://127.0.0.1:${port}`)).status;
    await vi.waitFor(async () => expect(await readPage()).toBe(200), 10_000);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /webhooks/tsena HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000\r\n\r\nabc');
    // A shop that answers another request has read what came before it.
    expect(await readPage()).toBe(200);
    socket.resetAndDestroy();
    await once(socket, 'close');
    for (let n = 0; n < 5; n += 1) expect(await readPage()).toBe(200);
    expect(shop?.exitCode).toBeNull();
  });

  it('takes a payment, and accepts no other webhook than the companion’s', async (context) => {
    requireProgram(context);
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    stack = await startStack({ env: { WEBHOOK_URL: `${url}/webhooks/tsena` } });
    const companion = stack.served.url;
    startShop(port, companion);
    const page = await vi.waitFor(async () => (await fetch(url)).text(), 10_000);
    const token = /data-order-token="([^"]+)"/.exec(page)?.[1];
    expect(page).toContain(`src="${companion}/v1/checkout.js"`);
    // Without them, phones draw the form at half its size.
    expect(page).toMatch(/^<!doctype html>\n.*<meta name="viewport" content="width=device-width, initial-scale=1">\n<h1>/);

    const { status, body } = await stack.post('/v1/payments', { orderToken: token, msisdn: PAYER });
    expect(status).toBe(201);
    expect(body).toMatchObject({ order: 'ORDER-1042', amount: '44500' });

    const event = (amount: string, environment = 'sandbox') =>
      JSON.stringify({
        type: 'payment.completed',
        timestamp: '2026-11-20T12:00:00.000Z',
        data: {
          id: 'pay_1',
          status: 'completed',
          updatedAt: '2026-11-20T12:00:00.000Z',
          environment,
          order: 'ORDER-1042',
          amount,
          currency: 'MGA',
        },
      });
    const now = new Date();
    const signed = (body: string, signature: string) => ({
      method: 'POST',
      headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(now.getTime() / 1000)), 'webhook-signature': signature },
      body,
    });
    const send = async (init: RequestInit) => (await fetch(`${url}/webhooks/tsena`, init)).status;
    expect(await send({ method: 'POST', body: event('44500') })).toBe(401);
    expect(await send(signed(event('44500'), 'v1,Zm9yZ2Vk'))).toBe(401);
    const sign = (body: string) => signed(body, new Webhook(WEBHOOK_SECRET).sign('msg_1', now, body));
    expect(await send(sign(event('100')))).toBe(204);
    expect(await send(sign(event('44500', 'production')))).toBe(403);
    expect(await (await fetch(url)).text()).not.toContain('is paid');

    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await vi.waitFor(async () => expect(await (await fetch(url)).text()).toContain('ORDER-1042 is paid'), 10_000);
    const { data } = (
      await stack.get<{ data: unknown }>('/v1/merchant/webhooks', { Authorization: `Bearer ${stack.env.MERCHANT_API_KEY}` })
    ).body;
    expect(data).toMatchObject([{ type: 'payment.completed', status: 'delivered' }]);
  });
});
