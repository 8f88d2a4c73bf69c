import { setTimeout as sleepFor } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Clock } from '../../time/clock.ts';

/** The gap between initiations after a 429, ms: at first; at most; below the least there is none. */
const FIRST_GAP_MS = 100;
const MAX_GAP_MS = 400;
const LEAST_GAP_MS = 5;
const GAP_AFTER_ACCEPTED = 0.95;

/** How long an initiation waits for its turn in all, ms: less than a lease. */
const MAX_WAIT_MS = 10_000;

/** What {@link createPace} takes. */
export interface PaceOptions {
  readonly clock: Clock;
  /** Aborted when the companion begins to stop: nothing waits any more. */
  readonly stopping: AbortSignal;
  /** For tests: instead of waiting. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

/** When initiations leave. */
export interface Pace {
  /** How long nothing leaves, because the operator has answered 429, ms. */
  pausedForMs(): number;
  /** Whether initiations leave at once. */
  isFree(): boolean;
  /** How long an initiation would wait for its turn behind those that wait, and these, ms. */
  turnInMs(others?: number): number;
  /** The operator answered 429. */
  pause(ms: number): void;
  /** The operator accepted an initiation. */
  accepted(): void;
  /**
   * Waits for the turn of an initiation. @returns false if that would take too long; once the companion stops, true at
   * once
   */
  turn(): Promise<boolean>;
}

/**
 * After a 429 nothing leaves until its time is over. Then initiations leave one after the other, 100 ms apart, twice as
 * far after each further pause (at most 400 ms), and each that the operator accepts shortens the gap by a twentieth.
 * Each process has its own pace.
 */
export function createPace({ clock, stopping, sleep = (ms) => sleepUnlessStopping(ms, stopping) }: PaceOptions): Pace {
  const line = pLimit(1);
  let pausedUntil = 0;
  let gapMs = 0;
  /** When the next initiation may leave, by the gap. */
  let nextAt = 0;

  const pausedForMs = () => Math.max(0, pausedUntil - clock.now());
  const firstTurnInMs = () => Math.max(pausedForMs(), gapMs === 0 ? 0 : nextAt - clock.now());

  async function waitForTurn(since: number): Promise<boolean> {
    for (let waitMs = firstTurnInMs(); waitMs > 0 && !stopping.aborted; waitMs = firstTurnInMs()) {
      if (clock.now() + waitMs > since + MAX_WAIT_MS) return false;
      await sleep(waitMs);
    }
    nextAt = clock.now() + gapMs;
    return true;
  }

  return {
    pausedForMs,
    isFree: () => pausedForMs() === 0 && gapMs === 0,
    turnInMs: (others = 0) => firstTurnInMs() + (line.activeCount + line.pendingCount + others) * gapMs,
    pause(ms) {
      // Requests that were under way together are refused together.
      if (pausedForMs() === 0) gapMs = Math.min(MAX_GAP_MS, Math.max(FIRST_GAP_MS, 2 * gapMs));
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
    },
    accepted() {
      const next = gapMs * GAP_AFTER_ACCEPTED;
      gapMs = next < LEAST_GAP_MS ? 0 : next;
    },
    turn() {
      const since = clock.now();
      return line(() => waitForTurn(since));
    },
  };
}

async function sleepUnlessStopping(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleepFor(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
