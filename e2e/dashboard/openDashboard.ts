import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from '@tsena/sandbox';
import { readSettings } from '@tsena/server';
import { type AssembledCompanion, assembleCompanion } from '@tsena/server/internal/composition/companion';
import { createOrderTokens } from '@tsena/server/internal/core/orders/orderToken';
import type { Payment } from '@tsena/shared/checkout';
import { companionEnvironment, MERCHANT_API_KEY, WEBHOOK_SECRET } from '@tsena/testkit/environment';
import { serve } from '@tsena/testkit/serve';
import express from 'express';

const PAYER = '034 35 000 03';
const POLL_INTERVAL_MS = 50;

/** A companion with a sandbox and a shop, all in this process. A host mounts the companion under a path. */
export type Dashboard = Awaited<ReturnType<typeof openDashboard>>;

/** Starts everything with an empty database. `more` are further settings of the companion. */
export async function openDashboard(more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tsena-dashboard-'));
  const sandbox = await createSandbox({ balance: 900_000_000 });
  const receivedWebhooks: string[] = [];
  const shop = await serve((request, response) => {
    request.resume();
    if (dashboard.shopStatus === 200) receivedWebhooks.push(String(request.headers['webhook-id']));
    response.writeHead(dashboard.shopStatus).end();
  });
  const host = express();
  host.set('query parser', 'simple');
  const served = await serve(host);
  const settings = readSettings({
    ...companionEnvironment(sandbox.url),
    // A busy machine needs more than a second for some requests. The cool-down must not be shorter.
    ATTEMPT_COOLDOWN_SECONDS: '5',
    OPERATOR_TIMEOUT_MS: '5000',
    LOG_LEVEL: 'fatal',
    PUBLIC_URL: `${served.url}/pay`,
    WEBHOOK_SECRET,
    WEBHOOK_ALLOW_PRIVATE: '1',
    DATABASE_URL: `file:${join(folder, 'tsena.db')}`,
    WEBHOOK_URL: `${shop.url}/`,
    ...more,
  });
  let companion = await assembleCompanion({ settings });
  const tokens = createOrderTokens(settings.ORDER_TOKEN_SECRET, { now: Date.now });
  host.use('/pay', (request, response, next) => companion.router(request, response, next));
  await companion.start();
  const api = `${served.url}/pay/v1/payments`;

  const dashboard = {
    /** The dashboard's address, with a trailing slash. */
    url: `${served.url}/pay/dashboard/`,
    sandbox,
    get companion(): AssembledCompanion {
      return companion;
    },
    /** The status with which the shop answers webhooks; 200 at first. */
    shopStatus: 200,
    /** The ids of the webhooks that the shop accepted. */
    receivedWebhooks,
    /** Asks the merchant API, as the owner does. Throws if it refuses. */
    async ask<Answer>(path: string, body: object, idempotencyKey?: string): Promise<Answer> {
      const response = await fetch(`${served.url}/pay/v1/merchant/${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${MERCHANT_API_KEY}`,
          'Content-Type': 'application/json',
          ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return response.json();
    },
    /** Signs an order as the shop does. */
    mint: (order: string, amount: number) => tokens.mint({ sub: order, amount: String(amount) }, 900),
    /** Starts a payment as the widget does. The sandbox's transaction is pending, unless a fault changes that. */
    async pay(order: string, amount: number): Promise<Payment> {
      const body = JSON.stringify({
        orderToken: await dashboard.mint(order, amount),
        msisdn: PAYER,
      });
      const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return response.json();
    },
    /** Approves every pending payment in the sandbox, as the payers do. */
    approveAll(): void {
      for (const { serverCorrelationId, status } of sandbox.transactions())
        if (status === 'pending') sandbox.approve(serverCorrelationId);
    },
    /** Approves or rejects the payment's transaction in the sandbox, and waits until the payment is final. */
    async finish({ id, amount }: Payment, how: 'approve' | 'reject'): Promise<void> {
      // Transactions are listed newest first. Of two attempts of one order, the first one is finished first.
      const transaction = sandbox.transactions().findLast((one) => one.status === 'pending' && one.amount === amount);
      if (transaction === undefined) throw new Error(`No transaction of Ar ${amount} is pending.`);
      sandbox[how](transaction.serverCorrelationId);
      for (;;) {
        const payment = (await (await fetch(`${api}/${id}`)).json()) as Payment;
        if (payment.status === 'completed' || payment.status === 'failed') return;
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
    },
    /** Stops the companion and starts it again at the same address. */
    async restart(): Promise<void> {
      await companion.stop();
      companion = await assembleCompanion({ settings });
      await companion.start();
    },
    async close(): Promise<void> {
      await served.close();
      await companion.stop();
      await sandbox.close();
      await shop.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return dashboard;
}
