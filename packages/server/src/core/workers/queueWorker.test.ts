import { deferred } from '@tsena/testkit/deferred';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueueWorker, type QueueWorker } from './queueWorker.ts';

const NEVER = 3_600_000;

let worker: QueueWorker<number> | undefined;
afterEach(() => worker?.stop());

/** A queue of rows that are all due, and a worker on it that waits an hour if it has nothing to do. */
function onQueue(rows: number[], maxSideBySide: number, work: (row: number) => Promise<void>): QueueWorker<number> {
  worker = createQueueWorker<number>({
    queue: {
      lease: async (limit) => rows.splice(0, limit),
      untilNextDue: async () => undefined,
      release: async () => undefined,
    },
    maxSideBySide,
    idleMs: NEVER,
    work,
    onWorkError: (error) => {
      throw error;
    },
    onQueueError: (error) => {
      throw error;
    },
  });
  return worker;
}

describe('a worker on a queue', () => {
  it('begins the next row when one ends, without waiting for its idle interval', async () => {
    const begun: number[] = [];
    onQueue(
      Array.from({ length: 50 }, (_, index) => index),
      4,
      async (row) => {
        begun.push(row);
        // Some take longer than others.
        if (row % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      },
    ).start();
    await vi.waitFor(() => expect(begun).toHaveLength(50));
  });

  it('takes a row that had to wait for a free place as soon as there is one', async () => {
    const first = deferred();
    const rows = [1];
    const begun: number[] = [];
    const busy = onQueue(rows, 1, async (row) => {
      begun.push(row);
      if (row === 1) await first.promise;
    });
    busy.start();
    await vi.waitFor(() => expect(begun).toEqual([1]));
    rows.push(2);
    await busy.workOnOne(async () => rows.pop());
    expect(begun).toEqual([1]);
    first.resolve();
    await vi.waitFor(() => expect(begun).toEqual([1, 2]));
  });

  it('gives back what was leased while it stops', async () => {
    const leased = deferred<number>();
    const begun: number[] = [];
    const busy = onQueue([], 1, async (row) => void begun.push(row));
    const working = busy.workOnOne(() => leased.promise);
    const stopping = busy.stop();
    leased.resolve(7);
    await Promise.all([working, stopping]);
    expect(begun).toEqual([]);
  });
});
