import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';
import { LEASE_MS, LEASES_SETTLE_MS } from '../rules/lease.ts';
import { POLLED_FOR_MS } from '../rules/statusCheckSchedule.ts';
import { type CorrectedRows, correctFutureTimes, type FutureTimesOptions } from '../storage/futureTimes.ts';
import { type LeasedPayment, makeAllDue, renewLeases } from '../storage/leases.ts';
import type { Storage } from '../storage/storage.ts';

const RETRY_MS = 1000;
/** By then the clock as it is now tells which leases have lapsed. */
const AGAIN_AFTER_MS = LEASES_SETTLE_MS + 1000;

/** Corrects what a step of the clock leaves behind. */
export interface ClockSteps {
  /**
   * Corrects what is left of a clock that was set back before the start, and begins to handle steps.
   *
   * @param given corrects what a step by so many ms left behind; 0: by an unknown distance
   */
  start(given: (byMs: number) => Promise<CorrectedRows>): Promise<void>;
  /**
   * The clock has stepped by so many ms; below 0 it went back. Before `start`, it only says that there was a step.
   */
  stepped(byMs: number): void;
  /** Handles no further step; resolves when nothing is in progress. `stopping` must be aborted. */
  stop(): Promise<void>;
}

/** What {@link createClockSteps} takes. */
export interface ClockStepsOptions {
  readonly log: Log;
  /** Aborted when the companion begins to stop: nothing is repeated then. */
  readonly stopping: AbortSignal;
  /** Waits; default: by the timers of Node. */
  readonly wait?: typeof sleep;
}

/** Makes a handler of clock steps; it needs no clock itself, so that a clock can report to it. */
export function createClockSteps({ log, stopping, wait = sleep }: ClockStepsOptions): ClockSteps {
  let correct: ((byMs: number) => Promise<CorrectedRows>) | undefined;
  let inProgress = Promise.resolve();
  let hasSteppedBefore = false;

  /** However long the database is away: an uncorrected row would wait for as long as the clock was ahead. */
  async function untilCorrected(byMs: number): Promise<void> {
    while (!stopping.aborted && correct !== undefined) {
      try {
        const pulledBack = await correct(byMs);
        log.info({ byMs, ...pulledBack }, 'stored times corrected after a step of the clock');
        return;
      } catch (error) {
        log.error({ err: error }, 'could not correct stored times after a step of the clock; trying again');
        await pause(RETRY_MS);
      }
    }
  }

  /** Ends early, and without an error, when the companion stops. */
  async function pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }

  async function handle(byMs: number): Promise<void> {
    await untilCorrected(byMs);
    // Also after a step ahead: one back shortly before may have left leases that did not show then whether they had
    // lapsed.
    await pause(AGAIN_AFTER_MS);
    await untilCorrected(0);
  }

  return {
    async start(given) {
      await given(0);
      correct = given;
      // Right after a step, leases do not show whether they have lapsed.
      if (hasSteppedBefore) inProgress = handle(0);
    },
    stepped(byMs) {
      hasSteppedBefore ||= correct === undefined;
      if (correct === undefined) return;
      log.warn({ byMs }, byMs > 0 ? 'the clock was set ahead, or this process was paused' : 'the clock was set back');
      inProgress = Promise.all([inProgress, handle(byMs)]).then(() => undefined);
    },
    async stop() {
      correct = undefined;
      await inProgress;
    },
  };
}

/** What {@link afterClockStep} takes. */
export interface AfterClockStepOptions extends Pick<FutureTimesOptions, 'longestDelaysMs' | 'longestMailDelayMs'> {
  readonly storage: Storage;
  /** The leases under which this process works now. */
  readonly leases: ReadonlySet<LeasedPayment>;
}

/**
 * After a step of the clock: this process keeps the leases that it works under, and after a step back nothing waits for
 * a time that the clock had by mistake.
 *
 * @param byMs how far the clock stepped; below 0 it went back; 0 where it may have before
 */
export async function afterClockStep(
  { storage, leases, ...longest }: AfterClockStepOptions,
  byMs: number,
): Promise<CorrectedRows> {
  await renewLeases(storage, leases, LEASE_MS);
  if (byMs > 0) return { payments: 0, webhooks: 0 };
  const pulledBack = await correctFutureTimes(storage, { byMs: -byMs, polledForMs: POLLED_FOR_MS, ...longest });
  await makeAllDue(storage);
  return pulledBack;
}
