import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test as base, expect } from '@playwright/test';
import { signOrderToken } from '@tsena/node';
import { companionEnvironment, ORDER_TOKEN_SECRET } from '@tsena/testkit/environment';
import { readEvents } from '@tsena/testkit/events';
import { sendRaw } from '@tsena/testkit/raw';
import { findFreePorts } from '../../scripts/ports.ts';
import { run } from '../../scripts/run.ts';
import { type Service, startService } from '../../scripts/service.ts';
import { type ManualProxy, PROXIES, readManual } from './configurations.ts';
import { ask } from './requests.ts';

/** Runs the manual's configurations of nginx, Caddy and HAProxy with the real programs in front of a real companion. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const SERVER = join(root, 'packages/server/dist/cli.js');
const SANDBOX = join(root, 'packages/sandbox/dist/cli.js');

/** How many initiations the companion allows from one address. */
const LIMIT = 3;
const WITHIN_MS = 120_000;
/** Longer than the minute after which proxies close a connection unless they are configured otherwise. */
const LONG_WAIT_MS = 65_000;
const BIG_BODY = Buffer.alloc(9 * 1024 * 1024, 'x');

/** A proxy with the companion and the sandbox behind it. */
type Chain = Awaited<ReturnType<typeof startChain>>;

async function untilListening(url: string, child: ChildProcess): Promise<void> {
  for (const giveUpAt = Date.now() + WITHIN_MS; ; ) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    try {
      await ask(url, { path: '/healthz' });
      return;
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(50);
    }
  }
}

async function startChain(proxy: ManualProxy, manual: string, folder: string, sandbox: Service) {
  const [proxyPort = 0, companionPort = 0] = await findFreePorts(2);
  const url = `http://127.0.0.1:${proxyPort}`;
  const start = () =>
    startService({
      name: 'companion',
      command: [SERVER, 'serve'],
      directory: folder,
      settings: {
        ...companionEnvironment(sandbox.url),
        PORT: String(companionPort),
        PUBLIC_URL: url,
        TRUST_PROXY: '1',
        LIMIT_PER_IP: `${LIMIT}/1h`,
        LOG_LEVEL: 'warn',
      },
    });
  let companion = await start();
  const file = join(folder, 'proxy.conf');
  await writeFile(file, proxy.configure(manual, { proxy: proxyPort, companion: companionPort }, folder));
  const [program = '', ...flags] = proxy.command(file);
  const child = spawn(program, flags, {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  }
  const close = async () => {
    if (child.exitCode === null) {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const giveUp = setTimeout(() => child.kill('SIGKILL'), 5000);
      await closed;
      clearTimeout(giveUp);
    }
    await companion.stop();
  };
  try {
    await untilListening(url, child);
  } catch (cause) {
    await close();
    const log = join(folder, 'nginx.log');
    throw new Error(`${proxy.name} does not start: ${output}${existsSync(log) ? await readFile(log, 'utf8') : ''}`, {
      cause,
    });
  }
  return {
    name: proxy.name,
    url,
    sandbox,
    close,
    /** Stops the companion and returns a function that starts it again on its port. */
    async stopCompanion() {
      await companion.stop();
      return async () => {
        companion = await start();
      };
    },
  };
}

// With as many digits as the last, so that no order reference is a part of another one.
let orders = 1000;

interface Pay {
  readonly from?: string;
  readonly forwardedFor?: string;
}

function newOrderBody(): string {
  orders += 1;
  const orderToken = signOrderToken({ order: `ORDER-${orders}`, amount: '25000' }, ORDER_TOKEN_SECRET);
  return JSON.stringify({ orderToken, msisdn: '0343500003' });
}

function pay({ url }: Chain, { from = '127.0.0.1', forwardedFor }: Pay = {}) {
  const headers = {
    'Content-Type': 'application/json',
    ...(forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor }),
  };
  return ask(url, { method: 'POST', path: '/v1/payments', headers, body: newOrderBody(), from });
}

/** A payment of the companion. */
interface Opened {
  readonly id: string;
  readonly order: string;
}

async function openPayment(chain: Chain, from: string): Promise<Opened> {
  const { status, text } = await pay(chain, { from });
  expect(status, text).toBe(201);
  const { id, order } = JSON.parse(text);
  return { id, order };
}

/** Approves the payment of an order, as its payer does. */
async function approve({ sandbox }: Chain, { order }: Opened): Promise<void> {
  const found = await (await fetch(`${sandbox.url}/portal/api/transactions?q=${order}`)).text();
  const id = /"serverCorrelationId":"([^"]+)"/.exec(found)?.[1];
  const answer = await fetch(`${sandbox.url}/portal/api/transactions/${id}/approve`, { method: 'POST' });
  expect(answer.ok, found).toBe(true);
}

async function untilStatus(stream: Awaited<ReturnType<typeof readEvents>>, status: string): Promise<void> {
  await expect.poll(() => stream.payments.at(-1)?.status, { timeout: WITHIN_MS }).toBe(status);
}

interface Fixtures {
  manualProxy: ManualProxy | undefined;
  chain: Chain;
}

/** Playwright's test with a proxy, a companion and a sandbox of its own. */
const test = base.extend<Fixtures>({
  manualProxy: [undefined, { option: true }],
  chain: async ({ manualProxy: proxy }, use) => {
    if (proxy === undefined) throw new Error('The test names no proxy.');
    const folder = await mkdtemp(join(tmpdir(), 'tsena-proxies-'));
    const sandbox = await startService({ name: 'sandbox', command: [SANDBOX, '--port', '0'], directory: folder });
    const chain = await startChain(proxy, readManual(root)(proxy.name), folder, sandbox);
    await use(chain);
    await chain.close();
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  },
});

for (const proxy of PROXIES) {
  test.describe(proxy.name, () => {
    test.use({ manualProxy: proxy });
    test.beforeEach(async () => {
      const { ok } = await run(proxy.name, proxy.version, { quiet: true });
      test.skip(
        !ok,
        `${proxy.name} is not installed (Debian: apt-get install ${proxy.name === 'nginx' ? 'nginx-light' : proxy.name})`,
      );
    });

    test('the client is counted by its own address, whatever it claims', async ({ chain }) => {
      const from = '127.0.0.11';
      for (let count = 1; count <= LIMIT; count += 1)
        expect((await pay(chain, { from, forwardedFor: `203.0.113.${count}` })).status).toBe(201);
      const refused = await pay(chain, { from, forwardedFor: '203.0.113.99' });
      expect(refused.status).toBe(429);
      expect(refused.headers['content-type'] ?? '').toMatch(/^application\/problem\+json/);
      expect((await pay(chain, { from: '127.0.0.12' })).status, 'another client has a limit of its own').toBe(201);
    });

    test('an event reaches the page at once, while the stream is open', async ({ chain }) => {
      const opened = await openPayment(chain, '127.0.0.13');
      const stream = await readEvents(chain.url, opened.id);
      await untilStatus(stream, 'pending');
      await approve(chain, opened);
      await untilStatus(stream, 'completed');
      stream.close();
    });

    test('a page that waits longer than a minute keeps its stream', async ({ chain }) => {
      const opened = await openPayment(chain, '127.0.0.14');
      const stream = await readEvents(chain.url, opened.id);
      await sleep(LONG_WAIT_MS);
      await approve(chain, opened);
      await untilStatus(stream, 'completed');
      stream.close();
    });

    test('a large body reaches the companion, which refuses it itself', async ({ chain: { url } }) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(BIG_BODY.length) };
      const answer = await ask(url, { method: 'POST', path: '/v1/payments', headers, body: BIG_BODY });
      expect(answer.status).toBe(413);
      expect(answer.headers['content-type'] ?? '').toMatch(/^application\/problem\+json/);
      expect(answer.headers['x-request-id']).toBeTruthy();
    });

    test('pipelined requests are answered in their order', async ({ chain: { url } }) => {
      // Caddy serves its own name only.
      const head = (line: string) => `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
      const body = newOrderBody();
      const post = `${head('POST /v1/payments')}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      const last = `${head('GET /v1/payments/pay_0000000000000000000000')}Connection: close\r\n\r\n`;
      const text = await sendRaw(url, `${head('GET /healthz')}\r\n${post}${head('GET /unknown')}\r\n${last}`);
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
      expect(statuses).toEqual(['200', '201', '404', '404']);
    });

    test('the metrics are not public', async ({ chain: { url } }) => {
      const answer = await ask(url, { path: '/metrics' });
      expect(answer.status).toBe(404);
      expect(answer.text).not.toMatch(/tsena_/);
    });

    test('after a restart of the companion, the next request succeeds', async ({ chain }) => {
      const { id } = await openPayment(chain, '127.0.0.15');
      const path = `/v1/payments/${id}`;
      const startAgain = await chain.stopCompanion();
      const down = await pay(chain, { from: '127.0.0.16' });
      expect([502, 503, 504]).toContain(down.status);
      await startAgain();
      expect((await ask(chain.url, { path })).status).toBe(200);
      expect((await pay(chain, { from: '127.0.0.16' })).status).toBe(201);
    });
  });
}
