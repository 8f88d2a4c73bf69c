import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents } from '@tsena/testkit/events';
import { openStore, type Store } from '../../src/database/store.ts';
import { startProcess } from '../support/process.ts';
import { findGrowth, type GrowthSample } from './growth.ts';
import { readFigures } from './readFigures.ts';
import { startWorld } from './world.ts';

/** The size of a soak test. */
export interface SoakOptions {
  /** The number of measurements. Before each one, `paymentsPerSample` payments are made and become final. */
  readonly samples: number;
  readonly paymentsPerSample: number;
  /** Payments per second; default: as many as possible. */
  readonly perSecond?: number;
  /** The heap that a payment may keep, KiB; default: what an hour allows. */
  readonly maxHeapKb?: number;
  /** Called after each sample. */
  progress?(samples: number): void;
}

const AUTO_APPROVE_MS = 100;
/** How many shoppers pay at the same time if the load has no rate. */
const AT_ONCE = 8;
const PAYMENT_TIMEOUT_MS = 120_000;
/** Keeps V8's compiled code and feedback out of the heap, where they would hide a leak. */
const FLAGS = ['--expose-gc', '--no-opt', '--no-lazy-feedback-allocation', '--no-flush-bytecode'];

/**
 * Puts load on one companion for a long time. Checks that memory, timers, rows and handles do not grow, and that each
 * order is paid.
 */
export async function runSoakTest(options: SoakOptions) {
  const { samples: wanted, paymentsPerSample, perSecond, maxHeapKb, progress } = options;
  const world = await startWorld({ autoApproveMs: AUTO_APPROVE_MS });
  const started = performance.now();
  const companion = startProcess(world.env, 'testedCompanion', { flags: FLAGS, ipc: true });
  await companion.ready;
  const store = await openStore(world.env.DATABASE_URL ?? '');
  const samples: GrowthSample[] = [];
  const violations: string[] = [];
  let orders = 0;
  let completed = 0;

  async function pay(order: string): Promise<void> {
    const payment = await world.pay(order);
    if (payment === undefined) {
      violations.push(`${order} got no payment`);
      return;
    }
    const events = await readEvents(world.url, payment.id);
    const giveUp = sleep(PAYMENT_TIMEOUT_MS, 'late' as const, { ref: false });
    if ((await Promise.race([events.ended, giveUp])) === 'late')
      violations.push(`${order} was not paid in ${PAYMENT_TIMEOUT_MS / 1000} s`);
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
      else if (inProgress.size >= AT_ONCE) await Promise.race(inProgress);
    }
    await Promise.all(inProgress);
  }

  try {
    while (samples.length < wanted && violations.length === 0) {
      await payAll();
      const figures = await readFigures(companion);
      if (figures === undefined) break;
      const { used, resident, handles } = figures;
      samples.push({
        payments: orders,
        heapKb: Math.round(used / 1024),
        residentMb: Math.round(resident / 1024 / 1024),
        timers: handles.Timeout ?? 0,
        handles: Object.values(handles).reduce((sum, count) => sum + count, 0),
        rows: await countRows(store),
      });
      progress?.(samples.length);
    }
    const how = await companion.end('SIGTERM');
    if (how !== 0) violations.push(`the companion ended with ${how}: ${companion.stderr().slice(-1000)}`);
  } finally {
    await companion.end('SIGKILL');
    await store.close();
    await world.close();
  }
  const first = samples[Math.floor(samples.length / 2)];
  const last = samples.at(-1);
  if (completed !== orders) violations.push(`${completed} of ${orders} orders were paid`);
  violations.push(...findGrowth(samples, maxHeapKb));
  const minutes = Math.round((performance.now() - started) / 6000) / 10;
  // The first sample after the warm-up, and the last one.
  return { minutes, orders, completed, first, last, violations: violations.slice(0, 20) };
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
