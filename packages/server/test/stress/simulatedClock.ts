import { type DatabaseTime, followReadings } from '../../src/database/databaseTime.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

/**
 * The companions' clock: of one companion its machine's, of several that of their database server, which each of them
 * reads now and then.
 */
export class SimulatedClock {
  /** How far it is ahead, ms. */
  aheadMs = 0;
  /** When it last stepped, ms since 1970. */
  steppedAt = Number.NEGATIVE_INFINITY;
  /** Called when one of several companions reads that the clock has stepped, which can be long after the step. */
  onLearned: () => void = () => undefined;
  readonly #time: VirtualTime;
  readonly #isShared: boolean;
  readonly #readAt = new Map<SimulatedProcess, number>();

  constructor(time: VirtualTime, companions: number) {
    this.#time = time;
    this.#isShared = companions > 1;
  }

  now(): number {
    return this.#time.now + this.aheadMs;
  }

  /** The clock of a companion's machine. */
  wall(): number {
    return this.#isShared ? this.#time.now : this.now();
  }

  /** Returns whether it stepped. */
  set(aheadMs: number): boolean {
    if (this.aheadMs === aheadMs) return false;
    this.aheadMs = aheadMs;
    this.steppedAt = this.#time.now;
    return true;
  }

  /**
   * The time that a process should know. One of several knows a step once it has read the clock again; null until then.
   */
  knownTo(process: SimulatedProcess | undefined): number | null {
    const readAt = process === undefined ? undefined : this.#readAt.get(process);
    const isKnown = !this.#isShared || (readAt !== undefined && readAt > this.steppedAt);
    return isKnown ? this.now() : null;
  }

  /** The database server's clock, as a process reads it; null for a companion alone. */
  databaseTime(process: SimulatedProcess): DatabaseTime | null {
    if (!this.#isShared) return null;
    let ahead = this.aheadMs;
    const readings = followReadings(() => this.#time.now);
    return {
      now: () => this.#time.now + ahead,
      read: async () => {
        if (ahead !== this.aheadMs) this.onLearned();
        ahead = this.aheadMs;
        this.#readAt.set(process, this.#time.now);
        readings.read();
      },
      readFor: readings.readFor,
    };
  }
}
