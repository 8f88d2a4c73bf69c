import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base } from '@playwright/test';
import type { TransactionView } from '@tsena/sandbox';
import type { Link } from '@tsena/shared/merchant';
import { findFreePorts } from '../../scripts/ports.ts';
import { type Service, startService } from '../../scripts/service.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'a-merchant-key-for-the-browser-tests';

/** The numbers of two payers whom the sandbox knows. */
export const PAYERS = ['034 35 000 03', '034 35 000 05'] as const;

/** Sandbox and companion from their built files, each in a process of its own, with an empty database. */
export interface CounterStack {
  readonly url: string;
  readonly dashboardUrl: string;
  readonly key: string;
  createLink(body?: Readonly<Record<string, unknown>>): Promise<Link>;
  /** Approves every transaction that is pending in the sandbox. */
  approveAll(): Promise<void>;
  /** How many transactions the sandbox has had. */
  countTransactions(): Promise<number>;
  /** Ends the companion with SIGKILL, and starts it on the same database and port. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

async function answerOf<Body>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** Starts {@link CounterStack} on free ports. */
async function startCounterStack(): Promise<CounterStack> {
  const directory = await mkdtemp(join(tmpdir(), 'tsena-counter-'));
  const [sandboxPort = 0, port = 0] = await findFreePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const start = (name: string, command: readonly string[], settings: Readonly<Record<string, string>> = {}) => {
    const [file = '', ...flags] = command;
    return startService({ name, command: [join(root, file), ...flags], settings, directory });
  };
  const msisdns = [...PAYERS, '0343500004'].map((number) => number.replaceAll(' ', '')).join(',');
  const flags = ['--port', String(sandboxPort), '--consumer', 'sandbox-key:sandbox-secret', '--msisdn', msisdns];
  const sandbox = await start('sandbox', ['packages/sandbox/dist/cli.js', ...flags]);
  const startCompanion = () =>
    start('companion', ['packages/server/dist/cli.js', 'serve'], {
      OPERATOR_BASE_URL: sandbox.url,
      CONSUMER_KEY: 'sandbox-key',
      CONSUMER_SECRET: 'sandbox-secret',
      PARTNER_NAME: 'Tsena Boutique',
      PARTNER_MSISDN: '0343500004',
      PUBLIC_URL: url,
      ORDER_TOKEN_SECRET: 'an-order-token-secret-of-32-characters',
      DATABASE_URL: `file:${join(directory, 'tsena.db')}`,
      MERCHANT_API_KEY: KEY,
      LIMIT_PER_MSISDN: 'off',
      LIMIT_PER_IP: 'off',
      LIMIT_PER_LINK: 'off',
      LOG_LEVEL: 'fatal',
      PORT: String(port),
    });
  let companion: Service = await startCompanion();

  const asMerchant = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' };
  const transactions = async (query = '') => answerOf<TransactionView[]>(await fetch(`${sandbox.url}/portal/api/transactions${query}`));
  return {
    url,
    dashboardUrl: `${url}/dashboard/`,
    key: KEY,
    async createLink(body = {}) {
      const request = { method: 'POST', headers: asMerchant, body: JSON.stringify({ amount: '25000', ...body }) };
      return answerOf(await fetch(`${url}/v1/merchant/links`, request));
    },
    async approveAll() {
      const pending = await transactions('?status=pending');
      await Promise.all(
        pending.map(async ({ serverCorrelationId }) => {
          const path = `/portal/api/transactions/${serverCorrelationId}/approve`;
          await answerOf(await fetch(`${sandbox.url}${path}`, { method: 'POST' }));
        }),
      );
    },
    countTransactions: async () => (await transactions()).length,
    async killAndRestart() {
      process.kill(companion.pid, 'SIGKILL');
      await companion.ended;
      companion = await startCompanion();
    },
    async stop() {
      await Promise.all([companion.stop(), sandbox.stop()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Fixtures {
  /** Opens a phone of its own: another browser profile, 360 px wide. */
  openPhone(options: { readonly javaScript: boolean }): Promise<BrowserContext>;
}

/** Playwright's test with one {@link CounterStack} for each worker, in the size of a phone and in English. */
export const test = base.extend<Fixtures, { stack: CounterStack }>({
  viewport: { width: 360, height: 640 },
  stack: [
    async ({ browserName: _ }, use) => {
      const stack = await startCounterStack();
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  openPhone: async ({ browser }, use) => {
    const phones: BrowserContext[] = [];
    await use(async ({ javaScript }) => {
      const phone = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'en', javaScriptEnabled: javaScript });
      phones.push(phone);
      return phone;
    });
    await Promise.all(phones.map((phone) => phone.close()));
  },
});

export { expect } from '@playwright/test';
