import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '@tsena/sandbox';
import type { Payment } from '@tsena/shared/checkout';
import { systemClock } from '../clock.ts';
import { Secret } from '../config.ts';
import { createOrderTokens } from '../orders/orderToken.ts';
import type { Step } from '../payments/engine.ts';
import { freePort } from '../testing/port.ts';
import { type CompanionProcess, startProcess } from '../testing/process.ts';
import { MERCHANT_API_KEY, ORDER_TOKEN_SECRET, PAYER, startReceiver, testEnvironment } from '../testing/stack.ts';
import { type BookedPayment, judge } from './judge.ts';
import { randomFrom } from './random.ts';

/** The steps at which the process is ended, in the order of a payment's life. */
export const STEPS: readonly Step[] = [
  'attempt written',
  'ready to send',
  'sending written',
  'answered',
  'answer written',
  'callback stored',
  'status read',
  'details read',
  'settled',
  'webhook answered',
];

/** How the proof is run. */
export interface KillOptions {
  /** How often the companion is killed: at each named step in turn, every other time at a random moment. */
  readonly kills: number;
  readonly ordersPerRound: number;
  readonly seed: number;
  /** Called after each kill. */
  progress?(kills: number): void;
}

/** What the proof found. */
export interface KillReport {
  readonly kills: number;
  readonly killsByMoment: Readonly<Record<string, number>>;
  readonly orders: number;
  readonly debits: number;
  readonly completed: number;
  readonly failed: number;
  /** Unresolved until their callback came again. */
  readonly recovered: number;
  /** Still so: their request never reached the operator, which only the operator could tell. */
  readonly unresolved: number;
  readonly webhooks: number;
  readonly breaches: readonly string[];
}

const AUTO_APPROVE = 30;
const STEP_WITHIN = 4000;
const SETTLED_WITHIN = 120_000;

/**
 * Kills a real companion with SIGKILL again and again while orders are paid, starts it anew on the same database,
 * and holds its books against the sandbox's ledger.
 */
export async function proveKills({ kills, ordersPerRound, seed, progress }: KillOptions): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-kills-'));
  const sandbox = await createSandbox({ autoApproveMs: AUTO_APPROVE, keepFinal: 1_000_000, keepRequests: 1_000_000 });
  const receiver = await startReceiver();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...testEnvironment(sandbox.url, receiver.url, folder),
    PORT: String(port),
    PUBLIC_URL: url,
    // A new attempt beside a silent one is the shopper's right after the cool-down; here nobody asks for it.
    ATTEMPT_COOLDOWN_SECONDS: '86400',
  };
  const tokens = createOrderTokens([new Secret(ORDER_TOKEN_SECRET)], systemClock());
  const random = randomFrom(seed);
  const acknowledged: string[] = [];
  const killsByMoment: Record<string, number> = {};
  let orders = 0;

  async function pay(order: string): Promise<void> {
    try {
      const response = await fetch(`${url}/v1/payments`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ orderToken: await tokens.mint({ sub: order, amount: '25000' }, 3600), msisdn: PAYER }),
      });
      if (response.ok) acknowledged.push(((await response.json()) as Payment).id);
    } catch {
      // The companion was killed under this request: the shopper sees no answer and clicks again.
    }
  }

  async function round(n: number): Promise<void> {
    const step = n % 2 === 0 ? STEPS[(n / 2) % STEPS.length] : undefined;
    const on = 1 + Math.floor(random() * ordersPerRound);
    const companion = startProcess({ ...env, ...(step === undefined ? {} : { CRASH_AT: step, CRASH_ON: String(on) }) });
    // It may come to its step before it listens: payments of the round before go on at the start.
    await companion.ready.catch(() => undefined);
    const fresh = Array.from({ length: ordersPerRound }, () => `ORDER-${++orders}`);
    const again = Array.from({ length: 2 }, () => `ORDER-${1 + Math.floor(random() * orders)}`);
    const paying = Promise.all([...fresh, ...fresh, ...again].map(pay));
    const wait = step === undefined ? random() * 150 : STEP_WITHIN;
    const timer = setTimeout(() => companion.kill('SIGKILL'), wait);
    const moment = step ?? 'a random moment';
    const how = await companion.ended;
    clearTimeout(timer);
    if (how !== 'SIGKILL') throw new Error(`the companion ended with ${how}: ${companion.stderr()}`);
    await paying;
    killsByMoment[moment] = (killsByMoment[moment] ?? 0) + 1;
  }

  async function books(): Promise<BookedPayment[]> {
    const all: BookedPayment[] = [];
    let cursor = '';
    do {
      const response = await fetch(`${url}/v1/merchant/payments?limit=200${cursor}`, {
        headers: { Authorization: `Bearer ${MERCHANT_API_KEY}` },
      });
      const page = (await response.json()) as { payments: BookedPayment[]; nextCursor: string | null };
      all.push(...page.payments);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    return all;
  }

  async function until(settled: (payments: BookedPayment[]) => boolean): Promise<BookedPayment[]> {
    const giveUp = Date.now() + SETTLED_WITHIN;
    for (;;) {
      const payments = await books();
      if (settled(payments) || Date.now() > giveUp) return payments;
      await sleep(100);
    }
  }

  const isOver = ({ status }: BookedPayment) => status === 'completed' || status === 'failed';
  let last: CompanionProcess | undefined;
  try {
    for (let n = 0; n < kills; n += 1) {
      await round(n);
      progress?.(n + 1);
    }
    last = startProcess(env);
    await last.ready;
    const settled = await until((payments) => payments.every((payment) => isOver(payment) || payment.status === 'unresolved'));
    const unresolved = settled.filter(({ status }) => status === 'unresolved');

    // Their callbacks were lost while nobody listened; each comes once more, as the operator would send it.
    for (const transaction of sandbox.transactions()) {
      if (transaction.callbackUrl === null || transaction.status === 'pending') continue;
      const { serverCorrelationId, status } = transaction;
      await fetch(transaction.callbackUrl, { method: 'PUT', body: JSON.stringify({ transactionStatus: status, serverCorrelationId }) });
    }
    const debited = new Set(sandbox.transactions().map(({ reference }) => reference));
    await until((payments) => payments.filter(({ status }) => status === 'completed').length >= debited.size);
    const told = () =>
      new Set(receiver.webhooks.filter(({ event }) => event.type === 'payment.completed').map(({ event }) => event.data.id));
    const payments = await until((all) => all.filter(({ status }) => status === 'completed').every(({ id }) => told().has(id)));

    return {
      kills,
      killsByMoment,
      orders,
      debits: debited.size,
      completed: payments.filter(({ status }) => status === 'completed').length,
      failed: payments.filter(({ status }) => status === 'failed').length,
      recovered: unresolved.filter(({ id }) => payments.some((payment) => payment.id === id && payment.status === 'completed')).length,
      unresolved: payments.filter(({ status }) => status === 'unresolved').length,
      webhooks: receiver.webhooks.length,
      breaches: [
        ...judge({
          payments,
          acknowledged,
          transactions: sandbox.transactions(),
          requests: sandbox.requests(),
          webhooks: receiver.webhooks,
        }),
        ...sandbox.audit(),
      ],
    };
  } finally {
    last?.kill('SIGKILL');
    await sandbox.close();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
