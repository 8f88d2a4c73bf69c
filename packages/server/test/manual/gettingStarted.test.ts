import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { setupSchema } from '@tsena/shared/merchant';
import { freePort } from '@tsena/testkit/port';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { useFolder } from '../support/use.ts';

const folder = useFolder();

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const readCommands = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.trim());
const commands = readCommands('docs/getting-started.md');

/** The processes that commands of the page have started. */
let started: { readonly child: ChildProcess; readonly ended: Promise<unknown[]> }[];
/** The ports of the page, and those that the test uses in their place. */
let ports: Readonly<Record<string, string>>;

beforeEach(async () => {
  for (const name of ['packages', 'docs']) symlinkSync(join(root, name), folder(name));
  started = [];
  ports = { '4010': String(await freePort()), '4000': String(await freePort()), '4020': String(await freePort()) };
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
});

const withPorts = (text: string): string => text.replace(/\b40[012]0\b/g, (port) => ports[port] ?? port);
const at = (port: string): string => withPorts(`http://127.0.0.1:${port}`);

function start(command: string, port: string) {
  // The last command becomes the process itself, so that it receives the signal.
  const script = withPorts(command).replace(/(^|\n)(?=node )(?![\s\S]*\nnode )/, '$1exec ');
  const env = { PATH: process.env.PATH, PORT: ports[port], COMPANION_URL: at('4000') };
  const child = spawn('sh', ['-c', script], { cwd: folder(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const one = { child, output: () => output, ended: once(child, 'close') };
  started.push(one);
  return one;
}

async function startServer(command: string, port: string): Promise<void> {
  const { output } = start(command, port);
  await vi.waitFor(() => expect(output()).toContain('http://'), { timeout: 30_000, interval: 50 });
}

async function run(command: string): Promise<string> {
  const { ended, output } = start(command, '4000');
  expect((await ended)[0], output()).toBe(0);
  return output();
}

/** The setup page of the dashboard, as `result reason` by check. The key is that of `.env`. */
async function readSetup(): Promise<Readonly<Record<string, string>>> {
  const key = /^MERCHANT_API_KEY=(.*)$/m.exec(readFileSync(folder('.env'), 'utf8'))?.[1];
  const answer = await fetch(`${at('4000')}/v1/merchant/setup`, { headers: { Authorization: `Bearer ${key}` } });
  const { checks } = z.parse(setupSchema, await answer.json());
  return Object.fromEntries(checks.map(({ name, result, reason }) => [name, `${result} ${reason}`]));
}

const shopPage = async (): Promise<string> => (await fetch(at('4020'))).text();

/** Presses Pay: what the widget of the shop's page sends. */
async function pay(): Promise<Payment> {
  const orderToken = / order-token="([^"]+)"/.exec(await shopPage())?.[1];
  const response = await fetch(`${at('4000')}/v1/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: at('4020') },
    body: JSON.stringify({ orderToken, msisdn: '034 35 000 03' }),
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('access-control-allow-origin')).toBe(at('4020'));
  return z.parse(paymentSchema, await response.json());
}

/** Approves or rejects the newest transaction in the portal. */
async function decide(how: 'approve' | 'reject'): Promise<void> {
  const transactions = z.array(z.object({ serverCorrelationId: z.string() }));
  const list = z.parse(transactions, await (await fetch(`${at('4010')}/portal/api/transactions`)).json());
  const id = list[0]?.serverCorrelationId;
  const answer = await fetch(`${at('4010')}/portal/api/transactions/${id}/${how}`, { method: 'POST' });
  expect(answer.ok).toBe(true);
}

async function until(id: string, status: Payment['status']): Promise<void> {
  const read = async () => z.parse(paymentSchema, await (await fetch(`${at('4000')}/v1/payments/${id}`)).json());
  await vi.waitFor(async () => expect((await read()).status).toBe(status), { timeout: 30_000, interval: 50 });
}

it('the commands of docs/getting-started.md lead to a rejected payment, a paid order, and both in the list', async () => {
  // The last block installs from npm: e2e/packages walks it.
  const [build = '', sandbox = '', init = '', serve = '', shop = '', doctor = '', list = '', fromNpm = '', ...others] =
    commands;
  expect(others).toEqual([]);
  expect(fromNpm).toMatch(/^npm install /);
  expect(build).toMatch(/pnpm@12 install\n.*pnpm@12 build$/);
  await startServer(sandbox, '4010');
  expect(await run(init)).toContain('The operator issues a token for these credentials.');
  await startServer(serve, '4000');
  await startServer(shop, '4020');
  expect(await run(doctor)).toMatch(/^ok {7}webhook_answered .* to a signed ping$/m);

  const rejected = await pay();
  await decide('reject');
  await until(rejected.id, 'failed');
  const paid = await pay();
  await decide('approve');
  await until(paid.id, 'completed');
  await vi.waitFor(async () => expect(await shopPage()).toContain('ORDER-1042 is paid'), {
    timeout: 30_000,
    interval: 50,
  });

  expect((await fetch(`${at('4000')}/dashboard/`)).status).toBe(200);
  expect(await readSetup()).toMatchObject({
    credentials: 'ok credentials_accepted',
    allowed_origins: 'ok origins_set',
    webhook_answered: 'ok webhook_delivered',
    callback_seen: 'ok callback_received',
    first_payment: 'ok payment_verified',
    declined_payment: 'ok decline_seen',
  });

  const listed = await run(list);
  expect(listed).toContain(rejected.id);
  expect(listed).toMatch(new RegExp(`payment +${paid.id}\\norder +ORDER-1042\\n[\\s\\S]*status +completed`));
});

it('the commands from npm lead to a link when they are pasted as one block', async () => {
  const block = withPorts(commands.at(-1) ?? '')
    .replace(/^npm install .*\n/, '')
    .replaceAll('npx tsena-sandbox', 'node packages/sandbox/dist/cli.js')
    .replaceAll('npx tsena', 'node packages/server/dist/cli.js');
  // A group of processes, as a terminal has: those in the background end with it.
  const child = spawn('sh', ['-c', block], {
    cwd: folder(),
    env: { PATH: process.env.PATH, PORT: ports['4000'] },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  await closed;
  expect([code, output]).toEqual([0, expect.stringMatching(/http:\/\/127\.0\.0\.1:\d+\/pay\/link_/)]);
  expect(output).toContain('The operator issues a token for these credentials.');
});

it('docs/fr/getting-started.md has the same commands', () => {
  expect(readCommands('docs/fr/getting-started.md')).toEqual(commands);
});
