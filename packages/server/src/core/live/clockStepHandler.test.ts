import type { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../log.ts';
import type { CorrectedRows } from '../storage/futureTimes.ts';
import { type ClockSteps, createClockSteps } from './clockSteps.ts';

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
beforeEach(() => {
  pauses.length = 0;
  lines = [];
  asked = [];
  results = [];
  stopping = new AbortController();
  steps = createClockSteps({
    log: createLog('trace', { write: (line: string) => lines.push(JSON.parse(line)) }),
    stopping: stopping.signal,
    wait,
  });
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

describe('the handler of clock steps', () => {
  it('corrects after a step back, and once more when the leases have settled', async () => {
    await steps.start(correct);
    results = [{ payments: 2, webhooks: 3 }];
    steps.stepped(-60_000);
    await settle();
    expect(asked).toEqual([0, -60_000]);
    expect(lines).toMatchObject([
      { level: 40, byMs: -60_000, msg: 'the clock was set back' },
      { level: 30, byMs: -60_000, payments: 2, webhooks: 3 },
    ]);
    await endPause();
    expect(asked).toEqual([0, -60_000, 0]);
  });

  it('corrects once more after the last of several steps, also if it went ahead', async () => {
    await steps.start(correct);
    steps.stepped(-60_000);
    await settle();
    steps.stepped(3000);
    await settle();
    // The step ahead has begun the time anew in which leases do not show whether they have lapsed.
    await endPause();
    await endPause();
    expect(asked).toEqual([0, -60_000, 3000, 0, 0]);
  });

  it('tries again, however long the database is away', async () => {
    await steps.start(correct);
    results = [new Error('the database is gone'), new Error('the database is gone')];
    steps.stepped(60_000);
    await settle();
    await endPause();
    await endPause();
    expect(asked).toEqual([0, 60_000, 60_000, 60_000]);
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(2);
  });
});

describe('a stop', () => {
  it.each([
    ['the pause before a correction is repeated', -60_000, []],
    ['the tries while the database is away', 60_000, [new Error('the database is gone')]],
  ])('ends %s', async (_what, byMs, next) => {
    await steps.start(correct);
    results = next;
    steps.stepped(byMs);
    await settle();
    stopping.abort();
    await steps.stop();
    expect(asked).toEqual([0, byMs]);
  });
});
