import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox, type SandboxOptions } from '@tsena/sandbox';
import type { Problem } from '@tsena/shared';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { type Webhook, webhookSchema } from '@tsena/shared/merchant';
import { startEndpoint } from '@tsena/testkit/endpoint';
import {
  companionEnvironment,
  MERCHANT_API_KEY,
  ORDER_TOKEN_SECRET,
  PARTNER,
  WEBHOOK_SECRET,
} from '@tsena/testkit/environment';
import { freePort } from '@tsena/testkit/port';
import { emptyDatabase, type STORES } from '@tsena/testkit/stores';
import { Webhook as Verifier } from 'standardwebhooks';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { readSettings } from '../../src/config/readSettings.ts';
import { createOrderTokens, type OrderClaimsInput } from '../../src/core/orders/orderToken.ts';
import type { Step } from '../../src/core/payments/steps.ts';
import { serve } from '../../src/main.ts';
import { systemClock } from '../../src/time/clock.ts';
import { requireDocumented } from './documented.ts';

export const PAYER = '034 35 000 03';
export { MERCHANT_API_KEY, ORDER_TOKEN_SECRET, PARTNER, WEBHOOK_SECRET };

/** An answer with its parsed body. */
export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A sandbox, a companion with its own database, and a shop's endpoint, connected by HTTP. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The options of {@link startStack}. */
export interface StackOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
  readonly callbacks?: boolean;
  /** Default: SQLite. */
  readonly store?: (typeof STORES)[number];
  readonly at?: (step: Step) => void;
  /** The companion's wall clock; default: this machine's. */
  readonly wall?: () => number;
  /** The time between heartbeats of event streams, ms. */
  readonly heartbeatMs?: number;
  /** Whether the companion has just started, so that no cool-down is over for it; default: it has run for long. */
  readonly hasJustStarted?: boolean;
}

/** The body of a problem that can show a payment. */
export type ProblemAnswer = Problem & { readonly payment?: Payment };

/** Starts a shop's endpoint that verifies webhooks, and stores those that it receives. */
export async function startReceiver() {
  const verifier = new Verifier(WEBHOOK_SECRET);
  const endpoint = await startEndpoint();
  const receiver = {
    url: endpoint.url,
    /** The verified webhooks in order of arrival, with duplicates. */
    webhooks: [] as { readonly id: string; readonly event: Webhook }[],
    /** The status of its answers; at first 200. */
    answer: 200,
    close: () => endpoint.close(),
  };
  endpoint.answer = ({ id, headers, body }, response) => {
    try {
      verifier.verify(body, headers);
    } catch {
      response.writeHead(401).end();
      return;
    }
    // Like a correct shop, it accepts and ignores unknown types.
    const event = z.safeParse(webhookSchema, JSON.parse(body));
    if (receiver.answer === 200 && event.success) receiver.webhooks.push({ id, event: event.data });
    response.writeHead(receiver.answer).end();
  };
  return receiver;
}

/** The environment of a companion for tests, without limits. */
export function testEnvironment(operator: string, receiver: string, folder: string): Record<string, string> {
  return {
    ...companionEnvironment(operator),
    // Tests of time limits set a shorter one.
    OPERATOR_TIMEOUT_MS: '30000',
    DATABASE_URL: `file:${join(folder, 'tsena.db')}`,
    WEBHOOK_URL: receiver,
    WEBHOOK_SECRET,
    WEBHOOK_ALLOW_PRIVATE: '1',
    ALLOWED_ORIGINS: 'https://shop.example',
    LOG_LEVEL: 'fatal',
    PORT: '0',
  };
}

/** Starts a {@link Stack}. */
export async function startStack({
  env: more,
  sandbox: operator,
  callbacks,
  store,
  at,
  hasJustStarted = false,
  ...timing
}: StackOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const sandbox = await createSandbox(operator);
  const receiver = await startReceiver();
  const port = String(await freePort());
  const env = {
    ...testEnvironment(sandbox.url, receiver.url, folder),
    PORT: port,
    ...(store === 'postgres' ? { DATABASE_URL: (await emptyDatabase('postgres')).url } : {}),
    ...(callbacks === false ? {} : { PUBLIC_URL: `http://127.0.0.1:${port}` }),
    ...more,
  };
  const tokens = createOrderTokens(readSettings(env).ORDER_TOKEN_SECRET, systemClock());
  const url = `http://127.0.0.1:${port}`;
  /** Sends a body as JSON, or a form. */
  async function send<Body = Payment>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const isForm = body instanceof FormData;
    const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const type = body === undefined || isForm ? {} : { 'Content-Type': 'application/json' };
    // A kept-alive connection can belong to the companion before a restart.
    const response = await fetch(`${url}${path}`, {
      method,
      ...content,
      headers: { ...type, ...headers, Connection: 'close' },
    });
    const text = await response.text();
    requireDocumented(method, path, response, text);
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Body,
    };
  }

  const mint = (claims: OrderClaimsInput, expiresInSeconds = 900) => tokens.mint(claims, expiresInSeconds);
  const get = <Body = Payment>(path: string, headers?: Record<string, string>) =>
    send<Body>('GET', path, undefined, headers);
  const post = <Body = Payment>(path: string, body: unknown, headers?: Record<string, string>) =>
    send<Body>('POST', path, body, headers);
  async function start(settings: Readonly<Record<string, string>>) {
    const started = await serve(readSettings(settings), at, timing);
    const { clock } = started.companion.storage;
    if (!hasJustStarted) clock.followedFor = () => clock.steadyFor?.() ?? Number.POSITIVE_INFINITY;
    return started;
  }
  let served = await start(env);
  return {
    sandbox,
    receiver,
    env: env as Readonly<Record<string, string>>,
    get served() {
      return served;
    },
    mint,
    send,
    get,
    post,
    /** Pays an order like the widget. */
    pay: async (order: string, amount = '25000', msisdn = PAYER) =>
      post('/v1/payments', { orderToken: await mint({ sub: order, amount }), msisdn }),
    /** Waits until the payment has a status. */
    until: (id: string, status: Payment['status'], timeout = 15_000): Promise<Payment> =>
      vi.waitFor(
        async () => {
          const payment = z.parse(paymentSchema, (await get(`/v1/payments/${id}`)).body);
          if (payment.status !== status) throw new Error(`the payment is ${payment.status}, not ${status}`);
          return payment;
        },
        { timeout, interval: 25 },
      ),
    /** Stops the companion and starts another one on the same database. */
    async restart(more: Readonly<Record<string, string>> = {}): Promise<void> {
      await served.stop();
      served = await start({ ...env, ...more });
    },
    async close(): Promise<void> {
      await served.stop();
      await sandbox.close();
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
