import type { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectDirectly } from '../../../test/stress/directOperator.ts';
import { SimulatedOperator } from '../../../test/stress/simulatedOperator.ts';
import { read } from '../../../test/support/storages.ts';
import { COOLDOWN_MS, payWith, type TestCompanion, testCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { openStore } from '../../database/store.ts';
import { createLog } from '../../log/log.ts';
import { systemClock } from '../../time/clock.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { CorrectedRows } from '../storage/futureTimes.ts';
import { leaseDue, leaseOne } from '../storage/leases.ts';
import { afterClockStep, type ClockSteps, createClockSteps } from './clockSteps.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('afterClockStep', () => {
  const store = useForEach(() => openStore('file::memory:'));
  let now: number;
  let ahead: number;
  let companion: TestCompanion;
  beforeEach(async () => {
    now = Date.parse('2026-01-01T00:00:00Z');
    ahead = 0;
    const clock = systemClock(
      () => now + ahead,
      () => now,
    );
    companion = testCompanion({ store, clock, operator: connectDirectly(new SimulatedOperator(clock.now)) });
  });

  it('a clock that jumps ahead does not end the cool-down', async () => {
    await payWith(companion);
    ahead = 3 * HOUR;
    await expect(payWith(companion)).rejects.toThrow('exists');
    now += COOLDOWN_MS;
    expect((await payWith(companion)).attempt_number).toBe(2);
  });

  it('after a step back, this process keeps its leases, and other payments are due', async () => {
    ahead = 3 * HOUR;
    companion.storage.clock.now();
    const payment = await payWith(companion);
    now += 30 * SECOND;
    const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
    if (held !== undefined) companion.inProgress.leases.add(held);
    ahead = 0;
    const { leases } = companion.inProgress;
    await afterClockStep({ ...companion, leases, longestDelaysMs: [0], longestMailDelayMs: 0 }, -3 * HOUR);
    expect(await read(companion.storage, payment)).toMatchObject({
      lease_owner: companion.storage.owner,
      lease_until: now + LEASE_MS,
      fence: held?.fence,
    });
    companion.inProgress.leases.clear();
    expect(await leaseDue(companion.storage, LEASE_MS, 100)).toEqual([]);
    now += 30 * SECOND;
    expect(await leaseDue(companion.storage, LEASE_MS, 100)).toMatchObject([{ id: payment.id }]);
  });

  it.each([1, 3 * HOUR])('after a step ahead by %i ms, each payment keeps its times', async (byMs) => {
    const payment = await payWith(companion);
    const planned = now + 10 * MINUTE;
    await store.db.updateTable('payments').set({ next_check_at: planned, updated_at: planned }).execute();
    const { leases } = companion.inProgress;
    expect(await afterClockStep({ ...companion, leases, longestDelaysMs: [0], longestMailDelayMs: 0 }, byMs)).toEqual({
      payments: 0,
      webhooks: 0,
    });
    expect(await read(companion.storage, payment)).toMatchObject({ next_check_at: planned, updated_at: planned });
  });
});

describe('the handler of clock steps', () => {
  /** The pauses of the handler, which end when the test says so, or when the companion stops. */
  const pauses: (() => void)[] = [];
  const wait: typeof setTimeout = (_ms, value, options) =>
    new Promise((end, reject) => {
      pauses.push(() => end(value as never));
      const abort = () => reject(new Error('aborted'));
      if (options?.signal?.aborted) abort();
      else options?.signal?.addEventListener('abort', abort);
    });

  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  let lines: Record<string, unknown>[];
  let stopping: AbortController;
  let steps: ClockSteps;
  /** The corrections that were asked for, in order, and the results of the next ones. */
  let asked: number[];
  let results: (CorrectedRows | Error)[];
  beforeEach(async () => {
    pauses.length = 0;
    [lines, asked, results] = [[], [], []];
    stopping = new AbortController();
    steps = createClockSteps({
      log: createLog('trace', { write: (line: string) => lines.push(JSON.parse(line)) }),
      stopping: stopping.signal,
      wait,
    });
    await steps.start(correct);
  });

  async function correct(byMs: number): Promise<CorrectedRows> {
    asked.push(byMs);
    const result = results.shift() ?? { payments: 0, webhooks: 0 };
    if (result instanceof Error) throw result;
    return result;
  }

  async function endPause(): Promise<void> {
    pauses.shift()?.();
    await settle();
  }

  async function step(byMs: number): Promise<void> {
    steps.stepped(byMs);
    await settle();
  }

  it('corrects after a step back, and once more when the leases have settled', async () => {
    results = [{ payments: 2, webhooks: 3 }];
    await step(-60_000);
    expect(asked).toEqual([0, -60_000]);
    expect(lines).toMatchObject([
      { level: 40, byMs: -60_000, msg: 'the clock was set back' },
      { level: 30, byMs: -60_000, payments: 2, webhooks: 3 },
    ]);
    await endPause();
    expect(asked).toEqual([0, -60_000, 0]);
  });

  it('corrects once more after the last of several steps, also if it went ahead', async () => {
    await step(-60_000);
    await step(3000);
    // The step ahead has begun the time anew in which leases do not show whether they have lapsed.
    await endPause();
    await endPause();
    expect(asked).toEqual([0, -60_000, 3000, 0, 0]);
  });

  it('repeats it, however long the database is away', async () => {
    results = [new Error('the database is gone'), new Error('the database is gone')];
    await step(60_000);
    await endPause();
    await endPause();
    expect(asked).toEqual([0, 60_000, 60_000, 60_000]);
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
  });

  it.each([
    ['the pause before a correction is repeated', -60_000, []],
    ['repetitions while the database is away', 60_000, [new Error('the database is gone')]],
  ])('at a stop ends %s', async (_what, byMs, next) => {
    results = next;
    await step(byMs);
    stopping.abort();
    await steps.stop();
    expect(asked).toEqual([0, byMs]);
  });
});
