import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentSchema } from '@tsena/shared/checkout';
import { createdKeySchema } from '@tsena/shared/merchant';
import { freePort } from '@tsena/testkit/port';
import { createDatabase, startPostgres } from '@tsena/testkit/postgres';
import * as z from 'zod/mini';
import type { Step } from '../../src/core/payments/steps.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import { asMerchant } from '../support/merchant.ts';
import { type CompanionProcess, startProcess } from '../support/process.ts';
import { type Answered, ask } from './ask.ts';
import { whenDelivered } from './comeToRest.ts';
import { countBy } from './countBy.ts';
import { Draw } from './draw.ts';
import { KEEP_ALL } from './faultyWorld.ts';
import { findReceiptViolations } from './paymentInvariants.ts';
import type { ProofSize } from './proof.ts';
import { readStored } from './storedPayments.ts';
import { type StressWorld, startWorld } from './world.ts';

const PAYER = '0343500003';
const MERCHANT = '0343500004';
const AMOUNT = '25000';
/** At which step of a sale a companion crashes, in turn; null: it does not. */
export const MOMENTS: readonly (Step | null)[] = ['reference read', 'sale decided', 'sale written', null];
/** The companion crashes at the first, second or third time that it reaches the step. */
const MAX_OCCURRENCE = 3;
/** So many sales are tried before the companion must have crashed. */
const MAX_SALES = 20;
const REPEATED_WITHIN_MS = 30_000;

const problemSchema = z.object({ code: z.string(), verdict: z.optional(z.string()) });

/** A cashier's request, with its Idempotency-Key. */
interface Tap {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly transactionReference: string;
}

/**
 * Two cashiers ask for one sale each by the same reference at the same moment, again and again, while a companion
 * crashes at each step of a sale: on SQLite at one companion, on PostgreSQL at two. The companions are processes. Each
 * request is repeated until it has an answer, and once more. One is sold, the other is refused.
 *
 * @param options its size is the number of rounds: one for each of {@link MOMENTS} in turn
 */
export async function runSalesAtOnceTest({ size, seed, progress }: ProofSize) {
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  const postgres = await startPostgres();
  const half = Math.ceil(size / 2);
  try {
    const onSqlite = await sellAtOnce(`file:${join(folder, 'tsena.db')}`, 1, {
      size: half,
      seed,
      ...(progress === undefined ? {} : { progress }),
    });
    const onPostgres = await sellAtOnce(await createDatabase(postgres.url), 2, {
      size: half,
      seed: seed + 1,
      progress: (done) => progress?.(half + done),
    });
    const violations = [...onSqlite.violations, ...onPostgres.violations];
    return { sqlite: onSqlite.figures, postgres: onPostgres.figures, violations };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function sellAtOnce(databaseUrl: string, instances: 1 | 2, { size, seed, progress }: ProofSize) {
  const world = await startWorld({ ...KEEP_ALL, seed }, { DATABASE_URL: databaseUrl });
  const draw = new Draw(seed);
  const violations: string[] = [];
  const answers: string[] = [];
  const references: string[] = [];
  const crashes: string[] = [];
  /** The answer to each Idempotency-Key. */
  const settled = new Map<string, string>();
  const otherPort = String(await freePort());
  const urls = [world.url, instances === 1 ? world.url : `http://127.0.0.1:${otherPort}`];
  let first: CompanionProcess | undefined;
  let second: CompanionProcess | undefined;
  let store: Store | undefined;

  /** How a request was answered; undefined: not at all. What it was answered once, it is answered for ever. */
  async function tap({ url, headers, transactionReference }: Tap): Promise<string | undefined> {
    const body = JSON.stringify({ amount: AMOUNT, transactionReference });
    const answer = await ask(`${url}/v1/merchant/payments`, { method: 'POST', headers, body });
    if (answer === undefined || answer.status >= 500) return undefined;
    const read = readAnswer(answer);
    const key = headers['Idempotency-Key'] ?? '';
    const earlier = settled.get(key);
    if (earlier !== undefined && earlier !== read) violations.push(`${key} was answered ${earlier}, and then ${read}`);
    settled.set(key, read);
    return read;
  }
  async function tapUntilAnswered(one: Tap): Promise<string | undefined> {
    const giveUpAt = performance.now() + REPEATED_WITHIN_MS;
    let answer = await tap(one);
    while (answer === undefined && performance.now() < giveUpAt) {
      await sleep(100);
      answer = await tap(one);
    }
    return answer;
  }
  async function round(step: Step | null): Promise<void> {
    const crash = step === null ? {} : { CRASH_AT: step, CRASH_ON: String(1 + draw.below(MAX_OCCURRENCE)) };
    const companion = startProcess({ ...world.env, ...crash });
    first = companion;
    await companion.ready;
    // Of each round, because a key asks about 60 references a minute.
    const names = ['Hanta', 'Rivo'].map((name) => `${name} ${crashes.length + 1}`);
    const cashiers = await Promise.all(names.map((name) => createSeller(urls[1] ?? world.url, name)));
    const open: Tap[][] = [];
    for (let sales = 0; sales < MAX_SALES && !companion.hasEnded(); sales += 1) {
      const { objectReference } = world.sandbox.sendByHand({ from: PAYER, to: MERCHANT, amount: AMOUNT });
      const reference = objectReference ?? '';
      references.push(reference);
      const taps = cashiers.map((headers, index) => ({
        url: urls[index] ?? world.url,
        headers: { ...headers, 'Idempotency-Key': `${reference} ${index}` },
        transactionReference: spell(draw, reference),
      }));
      const answered = await Promise.all(taps.map(tap));
      if (answered.includes(undefined)) open.push(taps);
      else judgeOne(reference, answered);
      if (step === null && sales >= MAX_OCCURRENCE) break;
      // A process that has killed itself ends a little later than its connections.
      if (answered.includes(undefined)) await companion.ended;
    }
    if (step === null) await companion.end('SIGTERM');
    else if (!companion.hasEnded()) violations.push(`the companion did not reach “${step}”`);
    crashes.push(step ?? 'none');
    await companion.end('SIGKILL');
    const healthy = startProcess(world.env);
    first = healthy;
    await healthy.ready;
    for (const taps of open) {
      const [{ transactionReference: reference } = { transactionReference: '' }] = taps;
      judgeOne(reference, await Promise.all(taps.map(tapUntilAnswered)));
      // Once more, at the other companion.
      const moved = taps.map((one, index) => ({ ...one, url: urls[1 - index] ?? one.url }));
      judgeOne(reference, await Promise.all(moved.map(tapUntilAnswered)));
    }
    await healthy.end('SIGTERM');
  }

  function judgeOne(reference: string, both: readonly (string | undefined)[]): void {
    const sorted = both.map((answer) => kindOf(answer ?? 'nothing')).sort();
    answers.push(...sorted);
    if (sorted.join(', ') !== 'sold, used') violations.push(`${reference} was answered ${both.join(' and ')}`);
  }

  try {
    if (instances === 2) {
      second = startProcess({ ...world.env, PORT: otherPort });
      await second.ready;
    }
    for (let n = 0; n < size; n += 1) {
      await round(MOMENTS[n % MOMENTS.length] ?? null);
      progress?.(n + 1);
    }
    store = await openStore(databaseUrl);
    if (second === undefined) {
      first = startProcess(world.env);
      await first.ready;
    }
    violations.push(...(await whenDelivered(store)), ...(await auditSales(store, references)));
    violations.push(...auditWebhooks(world, references));
    return {
      figures: { sales: references.length, crashes: countBy(crashes), answers: countBy(answers) },
      violations,
    };
  } finally {
    await store?.close();
    await first?.end('SIGKILL');
    await second?.end('SIGKILL');
    await world.close();
  }
}

async function createSeller(url: string, name: string): Promise<Record<string, string>> {
  const headers = { ...asMerchant, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name, scope: 'counter' });
  const response = await fetch(`${url}/v1/merchant/keys`, { method: 'POST', headers, body });
  const { secret } = z.parse(createdKeySchema, await response.json());
  return { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', Connection: 'close' };
}

function readAnswer({ ok, status, text }: Answered): string {
  const body: unknown = JSON.parse(text);
  if (!ok) {
    const { code, verdict } = z.parse(problemSchema, body);
    return code === 'reference_not_matched' ? (verdict ?? code) : `${status} ${code}`;
  }
  const payment = z.parse(paymentSchema, body);
  return payment.status === 'completed' && payment.method === 'reference' ? `sold ${payment.id}` : `${payment.status}`;
}

/** An answer without the payment's id. */
function kindOf(answer: string): string {
  return answer.startsWith('sold ') ? 'sold' : answer;
}

function spell(draw: Draw, reference: string): string {
  return draw.of([reference, ` ${reference.slice(0, 3)} ${reference.slice(3)}.`, `\u2068${reference}\u2069`]);
}

/** Each reference has paid one sale, and nothing else is there. */
async function auditSales(store: Store, references: readonly string[]): Promise<string[]> {
  const { payments } = await readStored(store);
  const { db } = store;
  const violations = references.flatMap((reference) => {
    const paid = payments.filter((payment) => payment.transaction_id === reference);
    const [sale] = paid;
    if (sale === undefined || paid.length > 1) return [`${reference} paid ${paid.length} sales`];
    const kinds = sale.history.map(({ kind }) => kind).join(', ');
    const isRight = sale.status === 'completed' && sale.method === 'reference' && kinds === 'completed';
    return isRight ? [] : [`the sale by ${reference} is ${sale.status} (${kinds})`];
  });
  for (const table of ['orders', 'payments', 'events', 'outbox', 'idempotency_keys'] as const) {
    const { length } = await db.selectFrom(table).selectAll().execute();
    if (length !== references.length) violations.push(`${references.length} sales left ${length} ${table}`);
  }
  return [...violations, ...findReceiptViolations(payments)];
}

/** The shop has one webhook of each sale. */
function auditWebhooks({ receiver }: StressWorld, references: readonly string[]): string[] {
  const ids = new Set(receiver.webhooks.map(({ id, event }) => `${event.type} ${id}`));
  const paid = new Set(receiver.webhooks.map(({ event }) => ('order' in event.data ? event.data.order : '')));
  return ids.size === references.length && paid.size === references.length
    ? []
    : [`${references.length} sales led to ${ids.size} webhooks of ${paid.size} orders`];
}
