import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '@tsena/sandbox';
import { freePort } from '@tsena/testkit/port';
import { createDatabase, runSql, startPostgres } from '@tsena/testkit/postgres';
import { openStore, type Store } from '../../src/database/store.ts';
import { type CompanionProcess, startBuiltProcess, startProcess } from '../support/process.ts';
import { comeToRest } from './comeToRest.ts';
import { countBy } from './countBy.ts';
import { judge, startFaultyWorld } from './faultyWorld.ts';
import { startFront } from './front.ts';
import { answerPrompts } from './payers.ts';
import type { ProofSize } from './proof.ts';
import { randomFrom } from './random.ts';

/** Orders to pay, the seed, and how the test is run. */
export interface ChaosOptions extends ProofSize {
  /** Shoppers who pay at the same time. */
  readonly atOnce?: number;
  /** The average time between two crashes, ms. */
  readonly crashIntervalMs?: number;
  /** Whether to run the built companions instead of the sources. */
  readonly built?: boolean;
}

const INSTANCES = 3;
const DECLINE_SHARE = 0.1;
const PAY_TIMEOUT_MS = 120_000;

const FAULTS: readonly FaultRule[] = [
  // The payers answer within 50 ms, so that callbacks come at the moment at which these answers are lost.
  { on: 'initiate', do: 'accept-then-reset', probability: 0.15 },
  { on: 'initiate', do: 'accept-then-status', value: 500, probability: 0.15 },
  { on: 'initiate', do: 'accept-then-hang', probability: 0.02 },
  { on: 'initiate', do: 'expire-token', probability: 0.003 },
  { on: 'status', do: 'expire-token', probability: 0.003 },
  { on: 'callback', do: 'drop', probability: 0.1 },
  { on: 'callback', do: 'duplicate', value: 2, probability: 0.1 },
];

const FIRST_CRASH_AFTER_MS = 300;

const BURSTS: readonly FaultRule[] = [
  { on: 'initiate', do: 'throttle', value: 1, times: 2 },
  { on: 'status', do: 'throttle', value: 1, times: 3 },
];

/**
 * Runs three companions on one PostgreSQL, with a sandbox that has faults. Ends and starts the companions at random
 * with SIGKILL, restarts PostgreSQL once, and checks the invariants at the end.
 */
export async function runChaosTest(options: ChaosOptions) {
  const { size, seed, atOnce = 24, crashIntervalMs = 3000, built = false, progress } = options;
  const started = performance.now();
  const random = randomFrom(seed);
  const postgres = await startPostgres();
  // The order of the commits, for the judge: the companions' clocks differ.
  await runSql(postgres.url, 'alter system set track_commit_timestamp = on');
  await postgres.restart('fast');
  const databaseUrl = await createDatabase(postgres.url);
  const ports = await Promise.all(Array.from({ length: INSTANCES }, freePort));
  const front = await startFront(ports);
  const world = await startFaultyWorld(
    FAULTS,
    { dialect: 'live', seed },
    { DATABASE_URL: databaseUrl, PUBLIC_URL: front.url },
  );
  const { sandbox } = world;
  const endPayers = answerPrompts(sandbox, DECLINE_SHARE, randomFrom(seed + 1));
  const acknowledged = new Set<string>();
  const violations: string[] = [];
  const companions: (CompanionProcess | undefined)[] = [];
  let crashes = 0;
  let orders = 0;
  let isOver = false;
  let store: Store | undefined;

  function startCompanion(index: number): CompanionProcess {
    const companion = (built ? startBuiltProcess : startProcess)({ ...world.env, PORT: String(ports[index]) });
    companions[index] = companion;
    companion.ended.then(
      (how) => {
        if (how === 'SIGKILL' || isOver) return;
        // It started while PostgreSQL was down: start it again, as a service manager does.
        if (companion.stderr().includes('the database cannot be opened'))
          startCompanion(index).ready.catch(() => undefined);
        else violations.push(`a companion ended with ${how} by itself: ${companion.stderr().slice(-1000)}`);
      },
      (error: unknown) => violations.push(String(error)),
    );
    return companion;
  }

  async function crashAndStart(): Promise<void> {
    // The first crash comes early, so that a short run has one too.
    for (let wait = FIRST_CRASH_AFTER_MS; !isOver; wait = crashIntervalMs * (0.5 + random())) {
      await sleep(wait);
      if (isOver) return;
      const index = Math.floor(random() * INSTANCES);
      const companion = companions[index];
      await companion?.end('SIGKILL');
      crashes += 1;
      await sleep(random() * 500);
      // It may crash again before it listens.
      startCompanion(index).ready.catch(() => undefined);
    }
  }

  async function throttleAtTimes(): Promise<void> {
    while (!isOver) {
      await sleep(15_000 * (0.5 + random()));
      if (!isOver) sandbox.setFaults([...BURSTS, ...FAULTS]);
    }
  }

  /** Pays like a shopper: repeats the request until there is a payment that did not fail, or no retry is allowed. */
  async function pay(order: string): Promise<void> {
    const giveUpAt = performance.now() + PAY_TIMEOUT_MS;
    let isKnown = false;
    while (performance.now() < giveUpAt) {
      const payment = await world.pay(order);
      if (payment !== undefined) {
        isKnown = true;
        acknowledged.add(payment.id);
        if (payment.status !== 'failed' || !payment.retryable) break;
        await sleep(1000);
      }
      await sleep(100 + random() * 400);
    }
    if (!isKnown) violations.push(`order ${order} got no answer in ${PAY_TIMEOUT_MS / 1000} s`);
    orders += 1;
    progress?.(orders);
  }

  try {
    await Promise.all(Array.from({ length: INSTANCES }, (_, index) => startCompanion(index).ready));
    const disturbances = Promise.all([crashAndStart(), throttleAtTimes()]);
    let next = 0;
    let isRestarted = false;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < size) {
          next += 1;
          const order = `ORDER-${next}`;
          if (!isRestarted && next > size / 2) {
            isRestarted = true;
            await postgres.restart('immediate');
          }
          // Some shoppers click twice, and the clicks may reach different companions.
          await Promise.all(random() < 0.1 ? [pay(order), pay(order)] : [pay(order)]);
        }
      }),
    );
    isOver = true;
    await disturbances;
    sandbox.setFaults([]);
    await Promise.all(companions.map((companion, index) => comeBack(companion, index)));

    store = await openStore(databaseUrl);
    const end = await judge(world, store, { payments: acknowledged }, await comeToRest(store, sandbox));
    return {
      orders,
      payments: end.payments.length,
      crashes,
      seconds: Math.round((performance.now() - started) / 1000),
      byStatus: countBy(end.payments.map(({ status }) => status)),
      debits: end.debits,
      recovered: end.recovered,
      violations: [...violations, ...end.violations].slice(0, 50),
    };
  } finally {
    isOver = true;
    endPayers();
    await store?.close();
    await Promise.all(companions.map((companion) => companion?.end('SIGKILL')));
    await Promise.all([front.close(), world.close()]);
    await postgres.stop();
  }

  /** Starts a companion again that crashed at the end. */
  async function comeBack(companion: CompanionProcess | undefined, index: number): Promise<void> {
    await (companion === undefined || companion.hasEnded() ? startCompanion(index) : companion).ready;
  }
}
