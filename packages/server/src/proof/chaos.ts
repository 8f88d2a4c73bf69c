import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type FaultRule, type Sandbox } from '@tsena/sandbox';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import * as z from 'zod/mini';
import { systemClock } from '../clock.ts';
import { Secret } from '../config.ts';
import { createOrderTokens } from '../orders/orderToken.ts';
import { freePort } from '../testing/port.ts';
import { createDatabase, runSql, startPostgres } from '../testing/postgres.ts';
import { type CompanionProcess, startBuiltProcess, startProcess } from '../testing/process.ts';
import { MERCHANT_API_KEY, ORDER_TOKEN_SECRET, PAYER, startReceiver, testEnvironment } from '../testing/stack.ts';
import { startFront } from './front.ts';
import { type BookedPayment, judge } from './judge.ts';
import { randomFrom } from './random.ts';

/** How the proof is run. */
export interface ChaosOptions {
  readonly payments: number;
  readonly seed: number;
  /** Shoppers who pay at the same time. */
  readonly atOnce?: number;
  /** Between two kills, ms, on average. */
  readonly killEvery?: number;
  /** The built companions instead of the sources. */
  readonly built?: boolean;
  /** Called as orders are acknowledged. */
  progress?(orders: number): void;
}

/** What the proof found. */
export interface ChaosReport {
  readonly orders: number;
  readonly payments: number;
  readonly kills: number;
  readonly seconds: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byFailure: Readonly<Record<string, number>>;
  readonly debits: number;
  /** Initiations that reached the operator; those that it refused for sure (401, 429) apart. */
  readonly initiations: number;
  readonly refusedForSure: number;
  /** Unresolved until their callback came again. */
  readonly recovered: number;
  readonly webhooks: number;
  readonly webhooksAgain: number;
  readonly tokensFetched: number;
  readonly breaches: readonly string[];
}

const INSTANCES = 3;
const SETTLED_WITHIN = 180_000;
const PAID_WITHIN = 120_000;

const FAULTS: readonly FaultRule[] = [
  { on: 'initiate', do: 'accept-then-reset', probability: 0.05 },
  { on: 'initiate', do: 'accept-then-status', value: 500, probability: 0.05 },
  { on: 'initiate', do: 'accept-then-hang', probability: 0.02 },
  { on: 'initiate', do: 'expire-token', probability: 0.003 },
  { on: 'status', do: 'expire-token', probability: 0.003 },
  { on: 'callback', do: 'drop', probability: 0.1 },
  { on: 'callback', do: 'duplicate', value: 2, probability: 0.1 },
];

const FIRST_KILL_AFTER = 300;

const BURSTS: readonly FaultRule[] = [
  { on: 'initiate', do: 'throttle', value: 1, times: 2 },
  { on: 'status', do: 'throttle', value: 1, times: 3 },
];

/**
 * Three companions on one PostgreSQL and a sandbox with faults. Processes are killed with SIGKILL and started at random,
 * PostgreSQL is broken off once; at the end the books are held against the sandbox's ledger, and the shop's endpoint against the books.
 */
export async function proveChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { payments, seed, atOnce = 24, killEvery = 3000, built = false, progress } = options;
  const started = performance.now();
  const random = randomFrom(seed);
  const postgres = await startPostgres();
  const databaseUrl = await createDatabase(postgres.url);
  const many = { keepFinal: 1_000_000, keepRequests: 1_000_000 };
  const sandbox = await createSandbox({ dialect: 'live', autoApproveMs: 100, seed, ...many, faults: FAULTS });
  const receiver = await startReceiver();
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const front = await startFront(ports);
  const env = {
    ...testEnvironment(sandbox.url, receiver.url, tmpdir()),
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: front.url,
    // A new attempt beside a silent one is the shopper's right after the cool-down; here nobody asks for it.
    ATTEMPT_COOLDOWN_SECONDS: '86400',
  };
  const tokens = createOrderTokens([new Secret(ORDER_TOKEN_SECRET)], systemClock());
  const acknowledged = new Set<string>();
  const breaches: string[] = [];
  const companions: (CompanionProcess | undefined)[] = [];
  let kills = 0;
  let orders = 0;
  let isOver = false;

  function startCompanion(index: number): CompanionProcess {
    const companion = (built ? startBuiltProcess : startProcess)({ ...env, PORT: String(ports[index]) });
    companions[index] = companion;
    companion.ended.then(
      (how) => {
        if (how === 'SIGKILL' || isOver) return;
        // Started while the database was away: whoever runs it starts it again.
        if (companion.stderr().includes('the database cannot be opened')) startCompanion(index).ready.catch(() => undefined);
        else breaches.push(`a companion ended with ${how} by itself: ${companion.stderr().slice(-1000)}`);
      },
      (error: unknown) => breaches.push(String(error)),
    );
    return companion;
  }

  async function killAndStart(): Promise<void> {
    // The first one soon, so that a short run on a quick machine has one too.
    for (let wait = FIRST_KILL_AFTER; !isOver; wait = killEvery * (0.5 + random())) {
      await sleep(wait);
      if (isOver) return;
      const index = Math.floor(random() * INSTANCES);
      const companion = companions[index];
      companion?.kill('SIGKILL');
      await companion?.ended;
      kills += 1;
      await sleep(random() * 500);
      // It may be killed again before it listens.
      startCompanion(index).ready.catch(() => undefined);
    }
  }

  async function throttleNowAndThen(): Promise<void> {
    while (!isOver) {
      await sleep(15_000 * (0.5 + random()));
      if (!isOver) sandbox.setFaults([...BURSTS, ...FAULTS]);
    }
  }

  /** As a shopper does who gets no answer, or is told to try again: asks until there is a payment that lives, or all tries are used. */
  async function pay(order: string): Promise<void> {
    const giveUpAt = performance.now() + PAID_WITHIN;
    const body = JSON.stringify({ orderToken: await tokens.mint({ sub: order, amount: '25000' }, 86_400), msisdn: PAYER });
    let isKnown = false;
    while (performance.now() < giveUpAt) {
      const payment = await ask(`${front.url}/v1/payments`, body);
      if (payment !== undefined) {
        isKnown = true;
        acknowledged.add(payment.id);
        if (payment.status !== 'failed' || !payment.retryable) break;
        await sleep(1000);
      }
      await sleep(100 + random() * 400);
    }
    if (!isKnown) breaches.push(`order ${order} got no answer in ${PAID_WITHIN / 1000} s`);
    orders += 1;
    progress?.(orders);
  }

  try {
    await Promise.all(Array.from({ length: INSTANCES }, (_, index) => startCompanion(index).ready));
    const disturbing = Promise.all([killAndStart(), throttleNowAndThen()]);
    let next = 0;
    let isRestarted = false;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < payments) {
          next += 1;
          const order = `ORDER-${next}`;
          if (!isRestarted && next > payments / 2) {
            isRestarted = true;
            await postgres.restart('immediate');
          }
          // Some click twice, and one of the clicks may come to another companion.
          await Promise.all(random() < 0.1 ? [pay(order), pay(order)] : [pay(order)]);
        }
      }),
    );
    isOver = true;
    await disturbing;
    sandbox.setFaults([]);
    await Promise.all(companions.map((companion, index) => comeBack(companion, index)));

    const live = `select count(*)::int as n from payments where status in ('created', 'sending', 'pending')`;
    await untilZero(databaseUrl, live);
    const unresolved = await idsOf(databaseUrl, `select id from payments where status = 'unresolved'`);
    await callBackAgain(sandbox, databaseUrl);
    await untilZero(databaseUrl, `select count(*)::int as n from outbox where state = 'waiting'`);

    const books = await readBooks(front.url);
    const requests = sandbox.requests();
    const sent = requests.filter(({ on }) => on === 'initiate');
    const refused = new Set(sent.filter(({ answered }) => answered === 401 || answered === 429));
    const byStatus = countBy(books.map(({ status }) => status));
    const byFailure = countBy(books.flatMap(({ failure }) => (failure === null ? [] : [failure.code])));
    const completed = new Set(books.filter(({ status }) => status === 'completed').map(({ id }) => id as string));
    const heard = new Set(receiver.webhooks.map(({ id }) => id));
    breaches.push(
      ...judge({
        payments: books,
        acknowledged: [...acknowledged],
        transactions: sandbox.transactions(),
        requests: requests.filter((request) => !refused.has(request)),
        webhooks: receiver.webhooks,
      }),
      ...sandbox.audit(),
      ...(await untold(databaseUrl, heard)),
    );
    return {
      orders,
      payments: books.length,
      kills,
      seconds: Math.round((performance.now() - started) / 1000),
      byStatus,
      byFailure,
      debits: sandbox.transactions().filter(({ status }) => status === 'completed').length,
      initiations: sent.length - refused.size,
      refusedForSure: refused.size,
      recovered: unresolved.filter((id) => completed.has(id)).length,
      webhooks: heard.size,
      webhooksAgain: receiver.webhooks.length - heard.size,
      tokensFetched: requests.filter(({ on }) => on === 'token').length,
      breaches: breaches.slice(0, 50),
    };
  } finally {
    isOver = true;
    for (const companion of companions) companion?.kill('SIGKILL');
    await Promise.all(companions.map((companion) => companion?.ended));
    await Promise.all([front.close(), sandbox.close(), receiver.close()]);
    await postgres.stop();
  }

  /** Those that were being killed when it was over come up once more. */
  async function comeBack(companion: CompanionProcess | undefined, index: number): Promise<void> {
    const hasEnded = companion === undefined || companion.child.exitCode !== null || companion.child.signalCode !== null;
    await (hasEnded ? startCompanion(index) : companion).ready;
  }
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The payment that answered; undefined where there was no answer, or a problem. */
async function ask(url: string, body: string): Promise<Payment | undefined> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', Connection: 'close' }, body });
    if (!response.ok) return undefined;
    return z.parse(paymentSchema, await response.json());
  } catch {
    // The companion was killed under this request, or could not reach the database.
    return undefined;
  }
}

async function untilZero(databaseUrl: string, count: string): Promise<void> {
  const giveUpAt = performance.now() + SETTLED_WITHIN;
  for (;;) {
    const { n } = z.parse(z.object({ n: z.number() }), (await runSql(databaseUrl, count)).rows[0]);
    if (n === 0) return;
    if (performance.now() > giveUpAt) throw new Error(`still ${n} after ${SETTLED_WITHIN / 1000} s: ${count}`);
    await sleep(250);
  }
}

async function idsOf(databaseUrl: string, query: string): Promise<string[]> {
  return z.parse(z.array(z.object({ id: z.string() })), (await runSql(databaseUrl, query)).rows).map(({ id }) => id);
}

/** The callbacks that were lost come once more, as the operator would send them, until nobody waits for one. */
async function callBackAgain(sandbox: Sandbox, databaseUrl: string): Promise<void> {
  const open = `select reference from payments where status = 'unresolved'`;
  const waiting = new Set(
    z.parse(z.array(z.object({ reference: z.string() })), (await runSql(databaseUrl, open)).rows).map(({ reference }) => reference),
  );
  const lost = sandbox.transactions().filter(({ reference, callbackUrl }) => waiting.has(reference) && callbackUrl !== null);
  for (const { callbackUrl, serverCorrelationId, status } of lost) {
    await fetch(callbackUrl ?? '', { method: 'PUT', body: JSON.stringify({ transactionStatus: status, serverCorrelationId }) });
  }
  const references = lost.map(({ reference }) => `'${reference}'`).join(', ');
  if (lost.length === 0) return;
  await untilZero(databaseUrl, `select count(*)::int as n from payments where status = 'unresolved' and reference in (${references})`);
}

async function readBooks(url: string): Promise<BookedPayment[]> {
  const all: BookedPayment[] = [];
  let cursor = '';
  do {
    const response = await fetch(`${url}/v1/merchant/payments?limit=200${cursor}`, {
      headers: { Authorization: `Bearer ${MERCHANT_API_KEY}` },
    });
    const page = (await response.json()) as { payments: (Payment & BookedPayment)[]; nextCursor: string | null };
    all.push(...page.payments);
    cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return all;
}

/** What the shop should have been told and was not. */
async function untold(databaseUrl: string, heard: ReadonlySet<string>): Promise<string[]> {
  const outbox = z.parse(
    z.array(z.object({ id: z.string(), payment_id: z.string(), type: z.string(), state: z.string() })),
    (await runSql(databaseUrl, 'select id, payment_id, type, state from outbox')).rows,
  );
  const told = new Set(outbox.map(({ payment_id, type }) => `${payment_id} ${type}`));
  const due = await runSql(
    databaseUrl,
    `select id, 'payment.' || status as type from payments where status in ('completed', 'failed')
     union select payment_id, 'payment.unresolved' from events where kind = 'outcome unknown'`,
  );
  return [
    ...outbox.filter(({ id }) => !heard.has(id)).map(({ id, type, state }) => `the shop did not get ${id} (${type}, ${state})`),
    ...z
      .parse(z.array(z.object({ id: z.string(), type: z.string() })), due.rows)
      .filter(({ id, type }) => !told.has(`${id} ${type}`))
      .map(({ id, type }) => `nothing was put into the outbox for ${type} of ${id}`),
  ];
}
