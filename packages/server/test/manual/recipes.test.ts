import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tsena/testkit/port';
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { asMerchant } from '../support/merchant.ts';
import { ORDER_TOKEN_SECRET, PAYER, type Stack, startStack, WEBHOOK_SECRET } from '../support/stack.ts';
import { useFolder } from '../support/use.ts';

const folder = useFolder();

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const RIGHT_KEY = Buffer.from(WEBHOOK_SECRET.slice(6), 'base64');
const NO_KEY = Buffer.alloc(0);
const right = { ORDER_TOKEN_SECRET, WEBHOOK_SECRET };

function eventOf(amount: string, environment = 'sandbox', order: unknown = 'ORDER-1042'): string {
  const at = '2026-11-20T12:00:00.000Z';
  const payment = { id: 'pay_1', status: 'completed', transactionReference: '1', failure: null, updatedAt: at };
  const data = { ...payment, environment, order, amount, currency: 'MGA' };
  return JSON.stringify({ type: 'payment.completed', timestamp: at, data });
}

function signed(body: string, key: Buffer): { readonly body: string; readonly headers: Record<string, string> } {
  const sentAt = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`msg_1.${sentAt}.${body}`).digest('base64');
  return {
    body,
    headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` },
  };
}

const send = async (url: string, init: RequestInit) =>
  (await fetch(`${url}/webhooks/tsena`, { method: 'POST', ...init })).status;
const readPage = async (url: string) => (await fetch(url)).text();

let shop: ChildProcess | undefined;
let stack: Stack | undefined;
afterEach(async () => {
  shop?.kill('SIGKILL');
  await stack?.close();
  [shop, stack] = [undefined, undefined];
});

/** An app with the code of README.md. */
function readmeShop(): string {
  const snippets = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );
  const file = folder('shop.mjs');
  symlinkSync(join(root, 'examples/shop/node_modules'), folder('node_modules'));
  const before = `import express from 'express';
const app = express();
let isPaid = false;
const markPaid = () => { isPaid = true; };
app.get('/', (_request, response) => response.send(isPaid ? 'ORDER-1042 is paid' : 'open'));
`;
  writeFileSync(file, `${before}${snippets.join('\n')}\napp.listen(Number(process.env.PORT), '127.0.0.1');\n`);
  return file;
}

const RECIPES = [
  { name: 'docs/recipes/shop.mjs', program: process.execPath, args: (_port: number) => ['shop.mjs'] },
  { name: 'docs/recipes/shop.py', program: 'python3', args: (_port: number) => ['shop.py'] },
  { name: 'docs/recipes/shop.php', program: 'php', args: (port: number) => ['-S', `127.0.0.1:${port}`, 'shop.php'] },
];
const README = { name: 'the shop of README.md', program: process.execPath, args: (_port: number) => [readmeShop()] };

type Shop = typeof README;

/** Starts a shop; resolves with its address when it answers, or with its exit code. */
async function start(
  { program, args }: Shop,
  secrets: Readonly<Record<string, string>>,
  port: number,
): Promise<string | number> {
  const cwd = join(root, 'docs/recipes');
  const env = { PATH: process.env.PATH, TMPDIR: folder(), PORT: String(port), ...secrets };
  const child = spawn(program, args(port), { cwd, env, stdio: 'ignore' });
  shop = child;
  const url = `http://127.0.0.1:${port}`;
  return vi.waitFor(
    async () => {
      if (child.exitCode !== null) return child.exitCode;
      await fetch(url);
      return url;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** Starts a shop that must not exit; resolves with its address. */
async function startShop(given: Shop, env: Readonly<Record<string, string>> = right, port?: number): Promise<string> {
  const url = await start(given, env, port ?? (await freePort()));
  return typeof url === 'string' ? url : expect.unreachable(`it ended with ${url}`);
}

function needs(program: string, context: TestContext): void {
  if (spawnSync(program, ['--version']).status === 0) return;
  console.warn(`\n!!! ${program} is not installed: its recipes are NOT tested.\n`);
  context.skip(`${program} is not installed`);
}

describe.each([...RECIPES, README])('$name', (given) => {
  beforeEach((context) => needs(given.program, context));

  it('accepts only webhooks that are signed with its secret', async () => {
    const url = await startShop(given);
    const { body, headers } = signed(eventOf('44500'), RIGHT_KEY);
    for (const headersOfOthers of [{}, { ...headers, 'webhook-signature': 'v1,Zm9yZ2Vk' }]) {
      expect(await send(url, { body, headers: headersOfOthers })).toBeGreaterThanOrEqual(400);
    }
    expect(await readPage(url)).not.toContain('is paid');
    expect(await send(url, { body, headers })).toBe(204);
    expect(await readPage(url)).toContain('is paid');
  });

  it('without a webhook secret refuses to start, or a webhook that is signed with no key', async () => {
    const url = await start(given, { ORDER_TOKEN_SECRET }, await freePort());
    if (typeof url === 'number') expect(url).not.toBe(0);
    else {
      expect(await send(url, signed(eventOf('44500'), NO_KEY))).toBeGreaterThanOrEqual(400);
      expect(await readPage(url)).not.toContain('is paid');
    }
  });

  it('with an order-token secret of 31 characters refuses to start, or to show a token', async () => {
    const url = await start(given, { WEBHOOK_SECRET, ORDER_TOKEN_SECRET: 'x'.repeat(31) }, await freePort());
    if (typeof url === 'number') expect(url).not.toBe(0);
    else {
      const page = await fetch(url);
      expect([page.status, await page.text()]).toEqual([500, '']);
    }
  });

  it('goes on after a client that leaves in the middle of a webhook', async () => {
    const url = await startShop(given);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('POST /webhooks/tsena HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000\r\n\r\nabc');
    // A shop that answers another request has read what came before it.
    expect((await fetch(url)).status).toBe(200);
    socket.resetAndDestroy();
    await once(socket, 'close');
    for (let n = 0; n < 5; n += 1) expect((await fetch(url)).status).toBe(200);
    expect(shop?.exitCode).toBeNull();
  });
});

describe.each(RECIPES)('$name', (given) => {
  beforeEach((context) => needs(given.program, context));

  it('begins with an unpaid order after a restart', async () => {
    const { body, headers } = signed(eventOf('44500'), RIGHT_KEY);
    const url = await startShop(given);
    expect(await send(url, { body, headers })).toBe(204);
    expect(await readPage(url)).toContain('is paid');
    const ended = once(shop ?? expect.unreachable('no shop runs'), 'exit');
    shop?.kill('SIGKILL');
    await ended;
    expect(await readPage(await startShop(given))).not.toContain('is paid');
  });

  it('takes a payment, and no webhook of another amount, environment or order', async () => {
    const port = await freePort();
    stack = await startStack({ env: { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/tsena` } });
    const url = await startShop(given, { ...right, COMPANION_URL: stack.served.url }, port);
    const page = await readPage(url);
    expect(page).toContain(`src="${stack.served.url}/v1/checkout.js"`);
    // Without them, phones draw the form at half its size.
    expect(page).toMatch(
      /^<!doctype html>\n.*<meta name="viewport" content="width=device-width, initial-scale=1">\n<h1>/,
    );
    const orderToken = / order-token="([^"]+)"/.exec(page)?.[1];
    const { status, body } = await stack.post('/v1/payments', { orderToken, msisdn: PAYER });
    expect(status).toBe(201);
    expect(body).toMatchObject({ order: 'ORDER-1042', amount: '44500' });

    expect(await send(url, signed(eventOf('100'), RIGHT_KEY))).toBe(204);
    expect(await send(url, signed(eventOf('44500', 'production'), RIGHT_KEY))).toBe(403);
    for (const order of [['ORDER-1042'], { id: 'ORDER-1042' }, 1042, null, '../ORDER-1042']) {
      expect(await send(url, signed(eventOf('44500', 'sandbox', order), RIGHT_KEY))).toBe(204);
    }
    expect(await readPage(url)).not.toContain('is paid');

    stack.sandbox.approve(stack.sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await vi.waitFor(async () => expect(await readPage(url)).toContain('ORDER-1042 is paid'), 10_000);
    const webhooks = await stack.get<{ data: unknown }>('/v1/merchant/webhooks', asMerchant);
    expect(webhooks.body.data).toMatchObject([{ type: 'payment.completed', status: 'delivered' }]);
  });
});

describe('docs/recipes/deposit.mjs', () => {
  const deposit = { name: 'deposit.mjs', program: process.execPath, args: () => ['deposit.mjs'] };
  const tokenIn = (page: string) => / order-token="([^"]+)"/.exec(page)?.[1] ?? '';
  const claimsOf = (token: string): unknown =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  it('takes the deposit, then the balance, as two orders, and is paid once both are', async () => {
    const port = await freePort();
    stack = await startStack({ env: { WEBHOOK_URL: `http://127.0.0.1:${port}/webhooks/tsena` } });
    const { sandbox, served, post } = stack;
    const url = await startShop(deposit, { ...right, COMPANION_URL: served.url }, port);
    const pay = async (orderToken: string, amount: string) => {
      const { status } = await post('/v1/payments', { orderToken, msisdn: PAYER });
      expect(status).toBe(201);
      const transaction = sandbox.transactions().find((one) => one.amount === amount);
      sandbox.approve(transaction?.serverCorrelationId ?? '');
    };
    const first = await readPage(url);
    expect(first).toContain('Deposit: 30000 Ar, open');
    expect(claimsOf(tokenIn(first))).toMatchObject({ sub: 'CMD-1/acompte', amount: '30000' });
    // The amount of the balance does not pay the deposit.
    expect(await send(url, signed(eventOf('70000', 'sandbox', 'CMD-1/acompte'), RIGHT_KEY))).toBe(204);
    expect(await readPage(url)).toContain('Deposit: 30000 Ar, open');

    await pay(tokenIn(first), '30000');
    await vi.waitFor(async () => expect(await readPage(url)).toContain('Deposit: 30000 Ar, paid'), 10_000);
    const second = await readPage(url);
    expect(second).toContain('Balance: 70000 Ar, open');
    expect(second).not.toContain('CMD-1 is paid');
    expect(claimsOf(tokenIn(second))).toMatchObject({ sub: 'CMD-1/solde', amount: '70000' });

    await pay(tokenIn(second), '70000');
    await vi.waitFor(async () => expect(await readPage(url)).toContain('CMD-1 is paid'), 10_000);
    const payments = await stack.get<{ data: unknown[] }>('/v1/merchant/payments', asMerchant);
    expect(payments.body.data).toMatchObject([
      { order: 'CMD-1/solde', status: 'completed', view: 'paid' },
      { order: 'CMD-1/acompte', status: 'completed', view: 'paid' },
    ]);
  });
});
