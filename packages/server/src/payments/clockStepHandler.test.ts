import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { CorrectedRows } from '../storage/futureTimes.ts';
import { type ClockSteps, createClockSteps } from './clockSteps.ts';

/** The pauses of the handler, which end when the test says so, or when the companion stops. */
const { pauses } = vi.hoisted(() => ({ pauses: [] as (() => void)[] }));
vi.mock('node:timers/promises', () => ({
  setTimeout: (_ms: number, _value: undefined, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((end, reject) => {
      pauses.push(end);
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    }),
}));

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
  it('corrects at the start what a clock that was set back has left', async () => {
    await steps.start(correct);
    expect(asked).toEqual([0]);
    expect(lines).toEqual([]);
  });

  it('handles no step before the start, nor if the first correction fails', async () => {
    steps.stepped(-60_000);
    results = [new Error('the database is gone')];
    await expect(steps.start(correct)).rejects.toThrow('the database is gone');
    steps.stepped(-60_000);
    await settle();
    expect(asked).toEqual([0]);
  });

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

  it.each([1, 60_000])('corrects once after a step ahead by %i ms: no stored time is in the future then', async (byMs) => {
    await steps.start(correct);
    steps.stepped(byMs);
    await settle();
    expect(asked).toEqual([0, byMs]);
    expect(lines[0]).toMatchObject({ level: 40, byMs, msg: 'the clock was set ahead, or this process was paused' });
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

  it('waits for the corrections in progress', async () => {
    const ends: (() => void)[] = [];
    await steps.start((byMs) =>
      byMs === 0 ? correct(0) : new Promise((resolve) => ends.push(() => resolve({ payments: 0, webhooks: 0 }))),
    );
    steps.stepped(60_000);
    steps.stepped(90_000);
    let isStopped = false;
    const stopped = steps.stop().then(() => {
      isStopped = true;
    });
    ends[1]?.();
    await settle();
    expect(isStopped).toBe(false);
    ends[0]?.();
    await stopped;
  });

  it('lets no further step be handled', async () => {
    await steps.start(correct);
    await steps.stop();
    steps.stepped(-60_000);
    await settle();
    expect(asked).toEqual([0]);
    expect(lines).toEqual([]);
  });
});
