import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { companionEnvironment, MERCHANT_API_KEY, ORDER_TOKEN_SECRET, PARTNER } from '@tsena/testkit/environment';
import { findFreePorts } from '../../../scripts/ports.ts';
import { rawRequest } from './load/load.ts';
import { type Measured, start, temporaryFolder } from './processes.ts';

export const PAYER = '0343500003';
/** An operator that does not answer. */
export const NOBODY = 'http://127.0.0.1:9';

/** Starts the operator's imitation. */
export function startSandbox(...flags: readonly string[]): Promise<Measured> {
  return start(['packages/sandbox/dist/cli.js', '--port', '0', ...flags]);
}

/**
 * Starts the companion from its built files, on an empty database unless the settings name one. Only the limits of one
 * phone and one address are off.
 */
export function startCompanion(operator: string, settings: Readonly<Record<string, string>> = {}): Promise<Measured> {
  return start(['packages/server/dist/cli.js', 'serve'], {
    ...companionEnvironment(operator),
    DATABASE_URL: `file:${join(temporaryFolder(), 'tsena.db')}`,
    PORT: '0',
    ...settings,
  });
}

/** Starts one of the handlers that the product is measured beside. */
export function startBaseline(name: string, settings: Readonly<Record<string, string>> = {}): Promise<Measured> {
  return start([`tools/bench/baselines/${name}.js`], { PARTNER, NODE_ENV: 'production', ...settings });
}

let orders = 0;

/** The reference of an order that was not used before. */
export function newOrder(): string {
  orders += 1;
  return `ORDER-${String(orders).padStart(6, '0')}`;
}

function encode(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

/** An order token, as a shop signs it. */
function orderToken(order: string, amount = '25000'): string {
  const claims = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: order, amount, exp: Math.floor(Date.now() / 1000) + 3600 })}`;
  return `${claims}.${createHmac('sha256', ORDER_TOKEN_SECRET).update(claims).digest('base64url')}`;
}

/** Requests for so many payments, each of a new order, as they go over the wire. */
export function paymentRequests(count: number): string[] {
  return Array.from({ length: count }, () =>
    rawRequest('POST', '/v1/payments', { orderToken: orderToken(newOrder()), msisdn: PAYER }),
  );
}

/** Waits until the companion follows no payment any more. */
export async function untilAllFinal({ url }: Measured, withinMs = 60_000): Promise<void> {
  for (const giveUpAt = performance.now() + withinMs; ; ) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const open = metrics.matchAll(/^tsena_payments_open\{status="(?:created|sending|pending)"\} (\d+)$/gm);
    if ([...open].every(([, count]) => count === '0')) return;
    if (performance.now() > giveUpAt) throw new Error('the payments do not settle');
    await sleep(100);
  }
}

/** A companion that the sandbox can call back. */
export async function startCalledBack(
  operator: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Measured> {
  const [port = 0] = await findFreePorts(1);
  return startCompanion(operator, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings });
}

async function post(url: string, body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return text;
}

/** Asks the companion for a payment, and returns what it answers. */
export async function pay({ url }: Measured, order: string): Promise<{ readonly id: string; readonly status: string }> {
  const { id, status } = JSON.parse(await post(`${url}/v1/payments`, { orderToken: orderToken(order), msisdn: PAYER }));
  return { id, status };
}

/** Creates a payment link, and returns its address. */
export async function createLink({ url }: Measured): Promise<string> {
  const headers = { Authorization: `Bearer ${MERCHANT_API_KEY}` };
  return JSON.parse(
    await post(`${url}/v1/merchant/links`, { amount: '25000', description: 'Lamba landy, vanilla' }, headers),
  ).url;
}

/** Approves whatever is pending at the operator. */
export async function approveAll(sandbox: Measured): Promise<void> {
  await post(`${sandbox.url}/portal/api/approve-all`);
}
