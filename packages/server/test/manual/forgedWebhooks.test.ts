import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tsena/testkit/port';
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest';
import { ORDER_TOKEN_SECRET, WEBHOOK_SECRET } from '../support/stack.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const recipes = join(root, 'docs/recipes');
const RIGHT_KEY = Buffer.from(WEBHOOK_SECRET.slice(6), 'base64');
const SHORT_KEY = Buffer.alloc(23, 7);
const NO_KEY = Buffer.alloc(0);

interface Secrets {
  readonly ORDER_TOKEN_SECRET?: string;
  readonly WEBHOOK_SECRET?: string;
}

const right: Secrets = { ORDER_TOKEN_SECRET, WEBHOOK_SECRET };

/** Secrets that a shop must refuse, and the key with which an attacker signs. */
const INVALID_SECRETS: readonly (readonly [string, Secrets, Buffer])[] = [
  ['no secret at all', {}, NO_KEY],
  ['empty secrets', { ORDER_TOKEN_SECRET: '', WEBHOOK_SECRET: '' }, NO_KEY],
  ['no webhook secret', { ORDER_TOKEN_SECRET }, NO_KEY],
  ['an empty webhook secret', { ...right, WEBHOOK_SECRET: '' }, NO_KEY],
  ['a webhook secret of nothing but whsec_', { ...right, WEBHOOK_SECRET: 'whsec_' }, NO_KEY],
  ['a webhook secret that is no base64', { ...right, WEBHOOK_SECRET: 'whsec_!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!' }, NO_KEY],
  ['a webhook secret without whsec_', { ...right, WEBHOOK_SECRET: RIGHT_KEY.toString('base64') }, RIGHT_KEY],
  ['a webhook secret of 23 bytes', { ...right, WEBHOOK_SECRET: `whsec_${SHORT_KEY.toString('base64')}` }, SHORT_KEY],
];

const INVALID_ORDER_TOKEN_SECRETS: readonly (readonly [string, Secrets])[] = [
  ['no order-token secret', { WEBHOOK_SECRET }],
  ['an order-token secret of 31 characters', { WEBHOOK_SECRET, ORDER_TOKEN_SECRET: 'x'.repeat(31) }],
];

function eventOf(order: string): string {
  const payment = {
    id: 'pay_1',
    environment: 'sandbox',
    updatedAt: '2026-11-20T12:00:00.000Z',
    order,
    status: 'completed',
    amount: '44500',
    currency: 'MGA',
    transactionReference: '1',
    failure: null,
  };
  return JSON.stringify({ type: 'payment.completed', timestamp: new Date().toISOString(), data: payment });
}

function signed(body: string, key: Buffer): { readonly body: string; readonly headers: Record<string, string> } {
  const sentAt = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`msg_1.${sentAt}.${body}`).digest('base64');
  return { body, headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` } };
}

const forge = async (url: string, order: string, key: Buffer): Promise<number> =>
  (await fetch(`${url}/webhooks/tsena`, { method: 'POST', ...signed(eventOf(order), key) })).status;

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).status === 0;

function needs(program: string, context: TestContext): void {
  if (isInstalled(program)) return;
  console.warn(`\n!!! ${program} is not installed: its recipes are NOT tested.\n`);
  context.skip(`${program} is not installed`);
}

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-forged-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a program; resolves with its address when it answers, or with its exit code. */
async function start(command: readonly [string, ...string[]], port: number, env: object): Promise<string | number> {
  const [program, ...args] = command;
  const started = spawn(program, args, { cwd: recipes, env: { PATH: process.env.PATH, TMPDIR: folder, ...env }, stdio: 'ignore' });
  child = started;
  const url = `http://127.0.0.1:${port}`;
  return vi.waitFor(
    async () => {
      if (started.exitCode !== null) return started.exitCode;
      await fetch(url);
      return url;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** Starts a program that must not exit; resolves with its address. */
async function startPage(command: readonly [string, ...string[]], port: number, env: object): Promise<string> {
  const url = await start(command, port, env);
  return typeof url === 'string' ? url : expect.unreachable(`it ended with ${url}`);
}

/** An app with the code of README.md. */
function readmeShop(): string {
  const snippets = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const file = join(folder, 'shop.mjs');
  symlinkSync(join(root, 'examples/shop/node_modules'), join(folder, 'node_modules'));
  const before = `import express from 'express';
const app = express();
let isPaid = false;
const markPaid = () => { isPaid = true; };
app.get('/', (_request, response) => response.send(isPaid ? 'ORDER-1042 is paid' : 'open'));
`;
  writeFileSync(file, `${before}${snippets.join('\n')}\napp.listen(Number(process.env.PORT), '127.0.0.1');\n`);
  return file;
}

const SHOPS: readonly { name: string; program: string; command: (port: number) => readonly [string, ...string[]] }[] = [
  { name: 'docs/recipes/shop.mjs', program: process.execPath, command: () => [process.execPath, 'shop.mjs'] },
  { name: 'docs/recipes/shop.py', program: 'python3', command: () => ['python3', 'shop.py'] },
  { name: 'docs/recipes/shop.php', program: 'php', command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'shop.php'] },
  { name: 'the shop of README.md', program: process.execPath, command: () => [process.execPath, readmeShop()] },
];

describe.each(SHOPS)('$name', ({ program, command }) => {
  it('accepts a webhook with the right secret', async (context) => {
    needs(program, context);
    const port = await freePort();
    const url = await startPage(command(port), port, { PORT: port, ...right });
    expect(await forge(url, 'ORDER-1042', NO_KEY)).toBeGreaterThanOrEqual(400);
    expect(await (await fetch(url)).text()).not.toContain('is paid');
    expect(await forge(url, 'ORDER-1042', RIGHT_KEY)).toBe(204);
    expect(await (await fetch(url)).text()).toContain('is paid');
  });

  it.for(INVALID_SECRETS)('with %s refuses to start, or a forged webhook', async ([, secrets, key], context) => {
    needs(program, context);
    const port = await freePort();
    const url = await start(command(port), port, { PORT: port, ...secrets });
    if (typeof url === 'number') expect(url).not.toBe(0);
    else {
      expect(await forge(url, 'ORDER-1042', key)).toBeGreaterThanOrEqual(400);
      expect(await (await fetch(url)).text()).not.toContain('is paid');
    }
  });

  it.for(INVALID_ORDER_TOKEN_SECRETS)('with %s refuses to start, or to show a token', async ([, secrets], context) => {
    needs(program, context);
    const port = await freePort();
    const url = await start(command(port), port, { PORT: port, ...secrets });
    if (typeof url === 'number') expect(url).not.toBe(0);
    else {
      const page = await fetch(url);
      expect([page.status, await page.text()]).toEqual([500, '']);
    }
  });

  it('survives signatures with other characters and lengths', async (context) => {
    needs(program, context);
    const port = await freePort();
    const url = await startPage(command(port), port, { PORT: port, ...right });
    const { body, headers } = signed(eventOf('ORDER-1042'), RIGHT_KEY);
    const length = headers['webhook-signature']?.length ?? 0;
    for (const signature of ['é'.repeat(length), 'v1,', '', ' ', 'v1', 'v2,x', 'x'.repeat(8000)]) {
      const refused = await fetch(`${url}/webhooks/tsena`, {
        method: 'POST',
        body,
        headers: { ...headers, 'webhook-signature': signature },
      }).then(
        ({ status }) => status,
        () => 'no answer',
      );
      expect(refused, signature).not.toBe(204);
    }
    for (const sentAt of ['²', '-1', 'NaN', '1e99', '']) {
      const refused = await fetch(`${url}/webhooks/tsena`, { method: 'POST', body, headers: { ...headers, 'webhook-timestamp': sentAt } });
      expect(refused.status, sentAt).toBeGreaterThanOrEqual(400);
    }
    expect(await (await fetch(url)).text()).not.toContain('is paid');
    expect(await forge(url, 'ORDER-1042', RIGHT_KEY)).toBe(204);
  });
});
