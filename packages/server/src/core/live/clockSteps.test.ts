import type { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectDirectly } from '../../../test/stress/directOperator.ts';
import { SimulatedOperator } from '../../../test/stress/simulatedOperator.ts';
import { COOLDOWN_MS, payWith, testCompanion } from '../../../test/support/testCompanion.ts';
import { untilTestEnds } from '../../../test/support/use.ts';
import { openStore } from '../../database/store.ts';
import { createLog } from '../../log/log.ts';
import { systemClock } from '../../time/clock.ts';
import { type ClockSteps, createClockSteps } from './clockSteps.ts';

it('a clock that jumps ahead does not end the cool-down', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let ahead = 0;
  const clock = systemClock(
    () => now + ahead,
    () => now,
  );
  const store = await untilTestEnds(openStore('file::memory:'));
  const companion = testCompanion({ store, clock, operator: connectDirectly(new SimulatedOperator(clock.now)) });
  await payWith(companion);
  ahead = 3 * 3_600_000;
  await expect(payWith(companion)).rejects.toThrow('exists');
  now += COOLDOWN_MS;
  expect((await payWith(companion)).attempt_number).toBe(2);
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
  /** How often it has lowered due times, and the errors of the next times. */
  let lowered: number;
  let errors: Error[];
  beforeEach(async () => {
    pauses.length = 0;
    [lines, errors] = [[], []];
    lowered = 0;
    stopping = new AbortController();
    steps = createClockSteps({
      log: createLog('trace', { write: (line: string) => lines.push(JSON.parse(line)) }),
      stopping: stopping.signal,
      wait,
    });
    await steps.start(lower);
  });

  async function lower(): Promise<void> {
    lowered += 1;
    const error = errors.shift();
    if (error !== undefined) throw error;
  }

  async function endPause(): Promise<void> {
    pauses.shift()?.();
    await settle();
  }

  async function step(byMs: number): Promise<void> {
    steps.stepped(byMs);
    await settle();
  }

  it('lowers due times at the start, after a step, and once more when the leases have settled', async () => {
    expect(lowered).toBe(1);
    await step(-60_000);
    expect(lowered).toBe(2);
    expect(lines).toMatchObject([{ level: 40, byMs: -60_000, msg: expect.stringMatching(/^the clock was set back/) }]);
    await endPause();
    expect(lowered).toBe(3);
  });

  it('lowers them once more after the last of several steps, also if it went ahead', async () => {
    await step(-60_000);
    await step(6000);
    // The step ahead has begun the time anew in which leases do not show whether they have lapsed.
    await endPause();
    await endPause();
    expect(lowered).toBe(5);
  });

  it('repeats it, however long the database is away', async () => {
    errors = [new Error('the database is gone'), new Error('the database is gone')];
    await step(-60_000);
    await endPause();
    await endPause();
    expect(lowered).toBe(4);
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
  });

  it.each([
    ['the pause before due times are lowered again', []],
    ['repetitions while the database is away', [new Error('the database is gone')]],
  ])('at a stop ends %s', async (_what, next) => {
    errors = next;
    await step(-60_000);
    stopping.abort();
    await steps.stop();
    expect(lowered).toBe(2);
  });
});
