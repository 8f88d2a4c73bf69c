import { setTimeout as sleep } from 'node:timers/promises';
import { LEASES_SETTLE_MS } from '../rules/lease.ts';
import { type CorrectedRows, correctFutureTimes } from '../storage/futureTimes.ts';
import { makeAllDue, renewLeases } from '../storage/leases.ts';
import { type Engine, LEASE_MS } from './engine.ts';
import { POLLED_FOR_MS } from './schedule.ts';

const RETRY_MS = 1000;
/** By then it is certain which leases nobody renews by the clock as it is now. */
const AGAIN_AFTER_MS = LEASES_SETTLE_MS + 1000;

/** Puts right what a step of the clock leaves behind. */
export interface ClockSteps {
  /** Puts right what a clock left behind that was set back before the start. */
  start(): Promise<void>;
  /** The clock has stepped by so many ms; below 0 it went back. Does nothing before `start`. */
  noticed(by: number): void;
  /** Resolves when nothing is under way any more; the engine is stopping. */
  stop(): Promise<void>;
}

/** @param longestDelays by how often a webhook was tried: the longest until it is tried again, ms */
export function createClockSteps(engine: Engine, longestDelays: readonly number[]): ClockSteps {
  const { log, stopping } = engine;
  let isRunning = false;
  let working = Promise.resolve();

  /** However long the database is away: what is not put right would wait for as long as the clock was ahead. */
  async function untilDone(by: number): Promise<void> {
    while (!stopping.aborted) {
      try {
        const pulledBack = await afterClockStep(engine, by, longestDelays);
        log.info({ by, ...pulledBack }, 'put right after a step of the clock');
        return;
      } catch (error) {
        log.error({ err: error }, 'what a step of the clock left behind could not be put right; trying again');
        await pause(RETRY_MS);
      }
    }
  }

  /** Ends early, and without an error, when the companion stops. */
  async function pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }

  async function handle(by: number): Promise<void> {
    await untilDone(by);
    if (by > 0) return;
    await pause(AGAIN_AFTER_MS);
    await untilDone(0);
  }

  return {
    async start() {
      await afterClockStep(engine, 0, longestDelays);
      isRunning = true;
    },
    noticed(by) {
      if (!isRunning) return;
      log.warn({ by }, by > 0 ? 'the clock was set ahead, or this process stood still' : 'the clock was set back');
      working = Promise.all([working, handle(by)]).then(() => undefined);
    },
    async stop() {
      isRunning = false;
      await working;
    },
  };
}

/**
 * After a step of the clock: this process keeps what it works on, and after a step back nothing waits for a time that the clock had
 * only by mistake.
 *
 * @param by how far the clock stepped, ms; below 0 it went back; 0 where it may have before
 * @param longestDelays by how often a webhook was tried: the longest until it is tried again, ms
 */
export async function afterClockStep(engine: Engine, by: number, longestDelays: readonly number[]): Promise<CorrectedRows> {
  const { storage, held } = engine;
  await renewLeases(storage, [...held], LEASE_MS);
  if (by > 0) return { payments: 0, webhooks: 0 };
  const pulledBack = await correctFutureTimes(storage, { byMs: -by, polledForMs: POLLED_FOR_MS, longestDelaysMs: longestDelays });
  await makeAllDue(storage);
  return pulledBack;
}
