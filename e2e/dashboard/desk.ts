import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type Sandbox } from '@tsena/sandbox';
import { type Companion, createCompanion, createOrderTokens, readSettings } from '@tsena/server';
import type { Payment } from '@tsena/shared/checkout';
import express from 'express';

export const KEY = 'a-merchant-key-for-the-browser-tests';
const PAYER = '034 35 000 03';

/** A companion with its sandbox and a shop that listens, all in this process; the merchant's desk is under a path of its host's. */
export interface Dashboard {
  /** Of the dashboard, with its slash. */
  readonly url: string;
  readonly sandbox: Sandbox;
  readonly companion: Companion;
  /** What the shop's endpoint answers to webhooks; 200 at first. */
  shopAnswers: number;
  /** Webhooks that the shop took. */
  readonly told: string[];
  /** Pays as the widget would; the sandbox's transaction is pending afterwards unless a fault says otherwise. */
  pay(order: string, amount: number): Promise<Payment>;
  /** Approves or rejects what is pending in the sandbox, and waits until the companion knows. */
  settle(payment: Payment, how: 'approve' | 'reject'): Promise<void>;
  close(): Promise<void>;
}

async function listen(handler: Parameters<typeof createServer>[1]): Promise<{ server: Server; port: number }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: address.port };
}

/** Starts everything, with an empty ledger. */
export async function openDashboard(): Promise<Dashboard> {
  const folder = await mkdtemp(join(tmpdir(), 'tsena-desk-'));
  const sandbox = await createSandbox({ balance: 900_000_000 });
  const told: string[] = [];
  const shop = await listen((request, response) => {
    request.resume();
    if (desk.shopAnswers === 200) told.push(String(request.headers['webhook-id']));
    response.writeHead(desk.shopAnswers).end();
  });
  const host = express();
  host.set('query parser', 'simple');
  const { server, port } = await listen(host);
  const settings = readSettings({
    PUBLIC_URL: `http://127.0.0.1:${port}/pay`,
    OPERATOR_BASE_URL: sandbox.url,
    CONSUMER_KEY: 'sandbox-key',
    CONSUMER_SECRET: 'sandbox-secret',
    PARTNER_NAME: 'Tsena Boutique',
    PARTNER_MSISDN: '0343500004',
    ORDER_TOKEN_SECRET: 'an-order-token-secret-of-32-characters',
    DATABASE_URL: `file:${join(folder, 'tsena.db')}`,
    WEBHOOK_URL: `http://127.0.0.1:${shop.port}/`,
    WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    WEBHOOK_ALLOW_PRIVATE: '1',
    MERCHANT_API_KEY: KEY,
    LIMIT_PER_MSISDN: 'off',
    LIMIT_PER_IP: 'off',
    ATTEMPT_COOLDOWN_SECONDS: '1',
    OPERATOR_TIMEOUT_MS: '1000',
    LOG_LEVEL: 'fatal',
  });
  const companion = await createCompanion({ settings });
  const tokens = createOrderTokens(settings.orderTokenSecrets, { now: Date.now });
  host.use('/pay', companion.router);
  await companion.start();
  const api = `http://127.0.0.1:${port}/pay/v1/payments`;

  const desk: Dashboard = {
    url: `http://127.0.0.1:${port}/pay/dashboard/`,
    sandbox,
    companion,
    shopAnswers: 200,
    told,
    async pay(order, amount) {
      const body = JSON.stringify({ orderToken: await tokens.mint({ sub: order, amount: String(amount) }, 900), msisdn: PAYER });
      const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return response.json() as Promise<Payment>;
    },
    async settle({ id, amount }, how) {
      // The oldest: of two attempts at one order the first is meant first.
      const transaction = sandbox.transactions().findLast((one) => one.status === 'pending' && one.amount === amount);
      if (transaction === undefined) throw new Error(`nothing of ${amount} is pending`);
      sandbox[how](transaction.serverCorrelationId);
      for (;;) {
        const payment = (await (await fetch(`${api}/${id}`)).json()) as Payment;
        if (payment.status === 'completed' || payment.status === 'failed') return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await companion.stop();
      await sandbox.close();
      shop.server.closeAllConnections();
      shop.server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return desk;
}
