import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';
import { LEASES_SETTLE_MS } from '../rules/lease.ts';

const RETRY_MS = 1000;
/** By then the clock as it is now tells which leases have lapsed. */
const AGAIN_AFTER_MS = LEASES_SETTLE_MS + 1000;

/** Keeps work from waiting for a time that the clock had by mistake. */
export interface ClockSteps {
  /** Lowers due times that a clock left which was set back before the start, and begins to handle steps. */
  start(lower: () => Promise<void>): Promise<void>;
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
  let lowerDueTimes: (() => Promise<void>) | undefined;
  let inProgress = Promise.resolve();
  let hasSteppedBefore = false;

  /** However long the database is away: work would wait for as long as the clock was ahead. */
  async function untilLowered(): Promise<void> {
    while (!stopping.aborted && lowerDueTimes !== undefined) {
      try {
        await lowerDueTimes();
        return;
      } catch (error) {
        log.error({ err: error }, 'could not make work due after a step of the clock; trying again');
        await pause(RETRY_MS);
      }
    }
  }

  /** Ends early, and without an error, when the companion stops. */
  async function pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }

  async function handle(): Promise<void> {
    await untilLowered();
    // Right after a step, leases do not show whether they have lapsed.
    await pause(AGAIN_AFTER_MS);
    await untilLowered();
  }

  return {
    async start(lower) {
      await lower();
      lowerDueTimes = lower;
      if (hasSteppedBefore) inProgress = handle();
    },
    stepped(byMs) {
      hasSteppedBefore ||= lowerDueTimes === undefined;
      if (lowerDueTimes === undefined) return;
      log.warn(
        { byMs },
        byMs > 0
          ? 'the clock was set ahead, or this process was paused'
          : 'the clock was set back: what was stored before keeps its times, and orders of that time wait until the clock has caught up',
      );
      inProgress = Promise.all([inProgress, handle()]).then(() => undefined);
    },
    async stop() {
      lowerDueTimes = undefined;
      await inProgress;
    },
  };
}
