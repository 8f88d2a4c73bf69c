import type { DatabaseTime } from '../../src/database/databaseTime.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

/** The companions' clock: of one companion its machine's, of several that of their database server, which each of them reads now and then. */
export class SimulatedClock {
  /** How far it is ahead, ms. */
  aheadMs = 0;
  /** When it last stepped, ms since 1970. */
  steppedAt = Number.NEGATIVE_INFINITY;
  /** Called when one of several companions reads that the clock has stepped, which can be long after the step. */
  onLearned: () => void = () => undefined;
  readonly #time: VirtualTime;
  readonly #isShared: boolean;
  readonly #readings = new Map<SimulatedProcess, { readonly at: number; readonly aheadMs: number }>();
  readonly #missed = new Map<SimulatedProcess, number>();

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

  /** The time that a process should know. One of several knows a step once it has read the clock again; null until then. */
  knownTo(process: SimulatedProcess | undefined): number | null {
    const readAt = process === undefined ? undefined : this.#readings.get(process)?.at;
    const isKnown = !this.#isShared || (readAt !== undefined && readAt > this.steppedAt);
    return isKnown ? this.now() : null;
  }

  /** When the clock last came back from a step of which this process knows nothing, because it hung meanwhile; ms since 1970. */
  missedStepAt(process: SimulatedProcess): number {
    const reading = this.#readings.get(process);
    if (reading !== undefined && reading.at < this.steppedAt && reading.aheadMs === this.aheadMs) return this.steppedAt;
    return this.#missed.get(process) ?? Number.NEGATIVE_INFINITY;
  }

  /** The database server's clock, as a process reads it; null for a companion alone. */
  databaseTime(process: SimulatedProcess): DatabaseTime | null {
    if (!this.#isShared) return null;
    let ahead = this.aheadMs;
    return {
      now: () => this.#time.now + ahead,
      read: async () => {
        if (ahead !== this.aheadMs) this.onLearned();
        ahead = this.aheadMs;
        this.#missed.set(process, this.missedStepAt(process));
        this.#readings.set(process, { at: this.#time.now, aheadMs: ahead });
      },
    };
  }
}
