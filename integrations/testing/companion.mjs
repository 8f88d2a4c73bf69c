import { createHmac, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  companionEnvironment,
  MERCHANT_API_KEY,
  ORDER_TOKEN_SECRET,
  WEBHOOK_SECRET,
} from '../../packages/testkit/dist/environment.js';
import { freePort, startCommand } from './processes.mjs';

export { MERCHANT_API_KEY, ORDER_TOKEN_SECRET, WEBHOOK_SECRET };

const PAYER = '0343500003';
const EVENT_AT = '2026-11-20T12:00:00.000Z';

const UNTIL_MS = 30_000;
const INTERVAL_MS = 100;

/** Repeats a check until it passes, and returns what it returns. Throws its last error after 30 s. */
export async function until(check) {
  const end = Date.now() + UNTIL_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(INTERVAL_MS);
    }
  }
}

async function request(url, { method = 'GET', body, headers = {} } = {}) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/**
 * The real sandbox and companion, as processes, for a shop that is started in between: it needs the companion's address
 * and has the webhook's.
 */
export async function prepareCompanion() {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-integration-'));
  const { url: sandbox } = await startCommand('sandbox/dist/cli.js', ['--port', '0'], {});
  const url = `http://127.0.0.1:${await freePort()}`;
  const key = { authorization: `Bearer ${MERCHANT_API_KEY}` };
  let env;
  let running;

  const transactions = async () => {
    const { body } = await request(`${sandbox}/portal/api/transactions`);
    return Array.isArray(body) ? body : body.data;
  };
  const isPending = (one) => one.status === 'pending' || one.transactionStatus === 'pending';

  /** Starts a payment, as the form in the storefront does. */
  const pay = (orderToken, msisdn = PAYER) =>
    request(`${url}/v1/payments`, { method: 'POST', body: { orderToken, msisdn } });
  const deliveries = async (order) =>
    (await request(`${url}/v1/merchant/webhooks?order=${order}`, { headers: key })).body.data;
  const replay = (id) => request(`${url}/v1/merchant/webhooks/${id}/replay`, { method: 'POST', headers: key });
  /** Waits until the webhook of this type is delivered. */
  const delivered = (order, type) =>
    until(async () => {
      const delivery = (await deliveries(order)).find((one) => one.type === type);
      if (delivery?.status !== 'delivered')
        throw new Error(`${type} of ${order} is ${delivery?.status ?? 'not there'}.`);
      return delivery;
    });

  return {
    url,
    folder,
    async start(webhookUrl, more = {}) {
      env = {
        ...companionEnvironment(sandbox),
        OPERATOR_TIMEOUT_MS: '1000',
        ATTEMPT_COOLDOWN_SECONDS: '1',
        PUBLIC_URL: url,
        PORT: new URL(url).port,
        WEBHOOK_SECRET,
        WEBHOOK_URL: webhookUrl,
        WEBHOOK_ALLOW_PRIVATE: '1',
        DATABASE_URL: `file:${join(folder, 'tsena.db')}`,
        LOG_LEVEL: 'error',
        ...more,
      };
      running = await startCommand('server/dist/cli.js', ['serve'], env);
    },
    async stop() {
      const ended = new Promise((resolve) => running.child.once('exit', resolve));
      running.child.kill('SIGTERM');
      await ended;
    },
    async restart() {
      running = await startCommand('server/dist/cli.js', ['serve'], env);
    },
    removeFiles() {
      rmSync(folder, { recursive: true, force: true });
    },
    pay,
    /**
     * Starts a payment, and another one as soon as the companion lets the shopper try again. Returns the id of the
     * first.
     */
    async payTwice(orderToken) {
      const { body: first } = await pay(orderToken);
      await until(async () => {
        const { status, body } = await pay(orderToken);
        if (status !== 201 || body.id === first.id) throw new Error(`The second payment is answered ${status}.`);
      });
      return first.id;
    },
    async readPayment(id) {
      return (await request(`${url}/v1/payments/${id}`)).body;
    },
    /** Approves or rejects every transaction that waits. */
    async answerAll(how = 'approve') {
      await until(async () => {
        if (!(await transactions()).some(isPending)) throw new Error('No transaction is pending.');
      });
      for (const one of (await transactions()).filter(isPending)) {
        await request(`${sandbox}/portal/api/transactions/${one.serverCorrelationId}/${how}`, { method: 'POST' });
      }
    },
    async faults(rules) {
      await request(`${sandbox}/portal/api/faults`, {
        method: rules.length === 0 ? 'DELETE' : 'PUT',
        ...(rules.length === 0 ? {} : { body: rules }),
      });
    },
    deliveries,
    replay,
    delivered,
    /** Delivers a webhook once more, and waits for that. */
    async deliverAgain(order, type) {
      const first = await delivered(order, type);
      await replay(first.id);
      await until(async () => {
        if ((await delivered(order, type)).deliveredAt === first.deliveredAt)
          throw new Error(`${type} is not delivered again.`);
      });
    },
    async refunds() {
      return (await request(`${url}/v1/merchant/refunds`, { headers: key })).body.data;
    },
  };
}

/** Sends a webhook as the companion does, and returns the status of the answer. */
export async function sendWebhook(
  url,
  type,
  payment,
  {
    id = `msg_${randomUUID()}`,
    secret = WEBHOOK_SECRET,
    sentAt = Math.floor(Date.now() / 1000),
    timestamp = EVENT_AT,
  } = {},
) {
  const data = {
    id: `pay_${randomUUID()}`,
    environment: 'sandbox',
    status: 'completed',
    amount: '44500',
    currency: 'MGA',
    transactionReference: '636042511',
    reviewReasons: [],
    updatedAt: EVENT_AT,
    ...payment,
  };
  const body = JSON.stringify({ type, timestamp, data });
  const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${id}.${sentAt}.${body}`)
    .digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': `v1,${signature}`,
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}
