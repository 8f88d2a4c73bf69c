import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox } from '@tsena/sandbox';
import { paymentSchema } from '@tsena/shared/checkout';
import { readEvents } from '@tsena/testkit/events';
import { freePort } from '@tsena/testkit/port';
import * as z from 'zod/mini';
import { systemClock } from '../../src/clock.ts';
import { Secret } from '../../src/config/secret.ts';
import { createOrderTokens } from '../../src/core/orders/orderToken.ts';
import { openStore, type Store } from '../../src/database/store.ts';
import { type CompanionProcess, startProcess } from '../support/process.ts';
import { ORDER_TOKEN_SECRET, PAYER, startReceiver, testEnvironment } from '../support/stack.ts';
import { findGrowth, type GrowthSample } from './growth.ts';

/** The size of a soak test. */
export interface SoakOptions {
  /** The number of measurements. Before each one, `paymentsPerSample` payments are made and become final. */
  readonly samples: number;
  readonly paymentsPerSample: number;
  /** Payments per second; default: as many as possible. */
  readonly perSecond?: number;
  readonly atOnce?: number;
  /** The heap that a payment may keep, KiB; default: what an hour allows. */
  readonly maxHeapKb?: number;
  /** Called after each sample. */
  progress?(samples: number): void;
}

/** A measurement of the companion at rest, with its latency under load before. */
export interface SoakSample extends GrowthSample {
  /** The median time of the initiations since the last sample. */
  readonly medianMs: number;
}

/** The result of a soak test. */
export interface SoakReport {
  readonly minutes: number;
  readonly orders: number;
  readonly completed: number;
  /** The first sample after the warm-up, and the last sample. */
  readonly first: SoakSample | undefined;
  readonly last: SoakSample | undefined;
  readonly violations: readonly string[];
}

const AUTO_APPROVE_MS = 100;
const PAYMENT_TIMEOUT_MS = 120_000;
const MEASURE_TIMEOUT_MS = 30_000;
const MAX_LATENCY_GROWTH = 2;
/** Below this, a doubled latency is noise of the machine. */
const LATENCY_NOISE_MS = 20;
const figuresSchema = z.object({ heapKb: z.number(), timers: z.number() });

/** Puts load on one companion for a long time. Checks that memory, timers, rows, handles and latency do not grow, and that each order is paid. */
export async function runSoakTest(options: SoakOptions): Promise<SoakReport> {
  const { samples: wanted, paymentsPerSample, perSecond, atOnce = 8, maxHeapKb, progress } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tsena-soak-'));
  const sandbox = await createSandbox({ autoApproveMs: AUTO_APPROVE_MS });
  const receiver = await startReceiver();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const databaseUrl = `file:${join(folder, 'tsena.db')}`;
  const environment = {
    ...testEnvironment(sandbox.url, receiver.url, folder),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: url,
  };
  const started = performance.now();
  const companion = startProcess(environment, 'measuredCompanion');
  await companion.ready;
  const store = await openStore(databaseUrl);
  const tokens = createOrderTokens([new Secret(ORDER_TOKEN_SECRET)], systemClock());
  const samples: SoakSample[] = [];
  const violations: string[] = [];
  let latencies: number[] = [];
  let orders = 0;
  let completed = 0;

  async function pay(order: string): Promise<void> {
    const body = JSON.stringify({ orderToken: await tokens.mint({ sub: order, amount: '25000' }, 3600), msisdn: PAYER });
    const startedAt = performance.now();
    const response = await fetch(`${url}/v1/payments`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { id } = z.parse(paymentSchema, await response.json());
    latencies.push(performance.now() - startedAt);
    const events = await readEvents(url, id);
    const giveUp = sleep(PAYMENT_TIMEOUT_MS, 'late' as const, { ref: false });
    if ((await Promise.race([events.ended, giveUp])) === 'late') violations.push(`${order} was not paid in ${PAYMENT_TIMEOUT_MS / 1000} s`);
    else if (events.payments.at(-1)?.status === 'completed') completed += 1;
    else violations.push(`${order} ended ${events.payments.at(-1)?.status}`);
  }

  async function payAll(): Promise<void> {
    const inProgress = new Set<Promise<void>>();
    for (let n = 0; n < paymentsPerSample; n += 1) {
      orders += 1;
      const paying = pay(`SOAK-${orders}`)
        .catch((error: unknown) => void violations.push(String(error)))
        .finally(() => inProgress.delete(paying));
      inProgress.add(paying);
      if (perSecond !== undefined) await sleep(1000 / perSecond);
      else if (inProgress.size >= atOnce) await Promise.race(inProgress);
    }
    await Promise.all(inProgress);
  }

  try {
    while (samples.length < wanted && companion.child.exitCode === null && companion.child.signalCode === null && violations.length === 0) {
      await payAll();
      const sorted = latencies.toSorted((one, other) => one - other);
      latencies = [];
      const figures = await measure(companion);
      const medianMs = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
      samples.push({ payments: orders, ...figures, ...processFigures(companion.child.pid), rows: await countRows(store), medianMs });
      progress?.(samples.length);
    }
    companion.kill('SIGTERM');
    const how = await companion.ended;
    if (how !== 0) violations.push(`the companion ended with ${how}: ${companion.stderr().slice(-1000)}`);
  } finally {
    companion.kill('SIGKILL');
    await companion.ended;
    await store.close();
    await sandbox.close();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const first = samples[Math.floor(samples.length / 2)];
  const last = samples.at(-1);
  if (completed !== orders) violations.push(`${completed} of ${orders} orders were paid`);
  violations.push(...findGrowth(samples, maxHeapKb));
  if (last !== undefined && first !== undefined && last.medianMs > Math.max(first.medianMs, LATENCY_NOISE_MS) * MAX_LATENCY_GROWTH) {
    violations.push(`latency grew from ${first.medianMs} to ${last.medianMs} ms`);
  }
  const minutes = Math.round((performance.now() - started) / 6000) / 10;
  return { minutes, orders, completed, first, last, violations: violations.slice(0, 20) };
}

async function measure(companion: CompanionProcess): Promise<z.infer<typeof figuresSchema>> {
  const { stdout } = companion.child;
  if (stdout === null) throw new Error('the companion has no output');
  const lines = createInterface({ input: stdout });
  const giveUp = AbortSignal.timeout(MEASURE_TIMEOUT_MS);
  try {
    const measured = new Promise<string>((resolve, reject) => {
      lines.on('line', (line) => {
        if (line.startsWith('measured ')) resolve(line.slice('measured '.length));
      });
      giveUp.addEventListener('abort', () => reject(new Error(`the companion was not measured in ${MEASURE_TIMEOUT_MS / 1000} s`)));
    });
    companion.kill('SIGUSR2');
    return z.parse(figuresSchema, JSON.parse(await measured));
  } finally {
    // The process has another reader of this stream, which must continue.
    lines.close();
    stdout.resume();
  }
}

async function countRows({ db }: Store): Promise<number> {
  let rows = 0;
  for (const table of ['orders', 'payments', 'events', 'callbacks', 'outbox', 'tokens'] as const) {
    const { n } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    rows += Number(n);
  }
  return rows;
}

function processFigures(pid: number | undefined): Pick<SoakSample, 'residentMb' | 'handles'> {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return { residentMb: Math.round(Number(kilobytes) / 1024), handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    // Only Linux has these files.
    return { residentMb: null, handles: null };
  }
}
