import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import type { CorrectedRows } from '../storage/futureTimes.ts';
import { type ClockSteps, createClockSteps } from './clockSteps.ts';

/** The pauses of the handler, which end when the test says so, or when the companion stops. */
const { pauses } = vi.hoisted(() => ({ pauses: [] as { readonly ms: number; readonly ref: boolean; readonly end: () => void }[] }));
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _value: undefined, { signal, ref }: { readonly signal: AbortSignal; readonly ref: boolean }) =>
    new Promise<void>((end, reject) => {
      pauses.push({ ms, ref, end });
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      if (signal.aborted) reject(new Error('aborted'));
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
  pauses.shift()?.end();
  await settle();
}

describe('the handler of clock steps', () => {
  it('corrects at the start what a clock that was set back has left', async () => {
    await steps.start(correct);
    expect(asked).toEqual([0]);
    expect(lines).toEqual([]);
  });

  it('does not start where that fails', async () => {
    results = [new Error('the database is gone')];
    await expect(steps.start(correct)).rejects.toThrow('the database is gone');
    steps.stepped(-60_000);
    await settle();
    expect(asked).toEqual([0]);
  });

  it('does nothing before the start', async () => {
    steps.stepped(-60_000);
    await settle();
    expect([asked, lines, pauses]).toEqual([[], [], []]);
  });

  it('corrects after a step back by its distance, and once more when the leases have settled', async () => {
    await steps.start(correct);
    results = [{ payments: 2, webhooks: 3 }];
    steps.stepped(-60_000);
    await settle();
    expect(asked).toEqual([0, -60_000]);
    expect(lines).toMatchObject([
      { level: 40, byMs: -60_000, msg: 'the clock was set back' },
      { level: 30, byMs: -60_000, payments: 2, webhooks: 3 },
    ]);
    expect(pauses).toMatchObject([{ ms: 31_000, ref: false }]);
    await endPause();
    expect(asked).toEqual([0, -60_000, 0]);
    expect(pauses).toEqual([]);
  });

  it.each([1, 60_000])('corrects once after a step ahead by %i ms: no stored time is in the future then', async (byMs) => {
    await steps.start(correct);
    steps.stepped(byMs);
    await settle();
    expect(asked).toEqual([0, byMs]);
    expect(lines[0]).toMatchObject({ level: 40, byMs, msg: 'the clock was set ahead, or this process was paused' });
    expect(pauses).toEqual([]);
  });

  it('tries again every second, however long the database is away', async () => {
    await steps.start(correct);
    results = [new Error('the database is gone'), new Error('the database is gone')];
    steps.stepped(60_000);
    await settle();
    expect(pauses).toMatchObject([{ ms: 1000, ref: false }]);
    await endPause();
    await endPause();
    expect(asked).toEqual([0, 60_000, 60_000, 60_000]);
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { err: { message: 'the database is gone' } },
      { err: { message: 'the database is gone' } },
    ]);
    expect(pauses).toEqual([]);
  });

  it('handles each of several steps', async () => {
    await steps.start(correct);
    for (const byMs of [60_000, -30_000]) steps.stepped(byMs);
    await settle();
    expect(asked).toEqual([0, 60_000, -30_000]);
  });
});

describe('a stop', () => {
  it('ends the pause of a correction, which is not repeated', async () => {
    await steps.start(correct);
    steps.stepped(-60_000);
    await settle();
    stopping.abort();
    await steps.stop();
    expect(asked).toEqual([0, -60_000]);
  });

  it('ends the tries while the database is away', async () => {
    await steps.start(correct);
    results = [new Error('the database is gone')];
    steps.stepped(60_000);
    await settle();
    stopping.abort();
    await steps.stop();
    expect(asked).toEqual([0, 60_000]);
  });

  it('waits for the corrections in progress, the first as well as the last', async () => {
    await steps.start(correct);
    const ends: (() => void)[] = [];
    let finished = 0;
    await steps.start(
      (byMs) =>
        new Promise((resolve) => {
          const end = () => {
            finished += 1;
            resolve({ payments: 0, webhooks: 0 });
          };
          if (byMs === 0) end();
          else ends.push(end);
        }),
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
    expect(finished).toBe(3);
  });

  it('lets no further step be handled', async () => {
    await steps.start(correct);
    await steps.stop();
    steps.stepped(-60_000);
    await settle();
    expect(asked).toEqual([0]);
    expect(lines).toEqual([]);
  });

  it('begins no correction that a step asked for while it began', async () => {
    await steps.start(correct);
    stopping.abort();
    steps.stepped(-60_000);
    await steps.stop();
    expect(asked).toEqual([0]);
  });
});
