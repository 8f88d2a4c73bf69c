import type { PaymentId } from '@tsena/shared/checkout';
import pLimit, { type LimitFunction } from 'p-limit';
import type { StoredPayment } from '../../database/schema.ts';
import type { LeasedPayment } from '../storage/leases.ts';
import type { ClockReadings } from './clockReadings.ts';

/** Initiations that are sent side by side, and that wait. The leases of those that wait are renewed. */
const MAX_SENDING = 64;
const MAX_WAITING = 10_000;

/** What {@link WorkInProgress} takes. */
export interface WorkInProgressOptions {
  /** Aborted when the companion begins to stop: then no payment waits for a turn. */
  readonly stopping: AbortSignal;
  readonly maxSending?: number;
  readonly maxWaiting?: number;
}

/** What this process is doing now: its leases, the payments that it sends by turns, and what a stop waits for. */
export class WorkInProgress {
  /** The leases under which this process works now. */
  readonly leases = new Set<LeasedPayment>();
  readonly #running = new Set<Promise<unknown>>();
  /** Each until the operator's answer is written. */
  readonly #sending = new Map<PaymentId, Promise<StoredPayment>>();
  readonly #turns: LimitFunction;
  readonly #maxWaiting: number;
  /** The turns that payments have taken before they are sent. */
  readonly #taken = new Map<PaymentId, { readonly since: ClockReadings; readonly end: () => void }>();

  constructor({ stopping, maxSending = MAX_SENDING, maxWaiting = MAX_WAITING }: WorkInProgressOptions) {
    const turns = pLimit(stopping.aborted ? Number.POSITIVE_INFINITY : maxSending);
    // Nothing waits then: the work sees that the companion stops, and sends nothing.
    stopping.addEventListener('abort', () => {
      turns.concurrency = Number.POSITIVE_INFINITY;
    });
    this.#turns = turns;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs work that a stop waits for, also where its caller has left. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const promise = work();
    const done = () => this.#running.delete(promise);
    this.#running.add(promise);
    promise.then(done, done);
    return promise;
  }

  /** Resolves when nothing is in progress, including what began meanwhile. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** How many payments wait for their turn to be sent. */
  get waiting(): number {
    return this.#turns.pendingCount;
  }

  /**
   * Takes a turn for a payment that is sent soon, unless it has one. Returns false if none is free.
   *
   * @param since the moment right before the decision to send it
   */
  takeTurn(id: PaymentId, since: ClockReadings): boolean {
    const taken = this.#taken.get(id);
    if (taken === undefined && this.#turns.activeCount >= this.#turns.concurrency) return false;
    this.#taken.set(id, { since, end: taken?.end ?? this.#beginTurn() });
    return true;
  }

  /** Since when a payment has a turn; undefined if it has taken none. */
  turnOf(id: PaymentId): ClockReadings | undefined {
    return this.#taken.get(id)?.since;
  }

  /** Gives the turn back that a payment has taken. */
  endTurn(id: PaymentId): void {
    this.#taken.get(id)?.end();
    this.#taken.delete(id);
  }

  /**
   * Sends a payment in the turn that it has taken, or when its turn comes, and keeps its lease meanwhile.
   *
   * @param onInterrupted called with the error if sending throws, or if too many wait
   */
  send(payment: StoredPayment, work: () => Promise<StoredPayment>, onInterrupted: (error: unknown) => void): void {
    this.leases.add(payment);
    const sent = this.run(() => this.#inTurn(payment.id, work))
      .catch((error: unknown) => {
        onInterrupted(error);
        return payment;
      })
      .finally(() => {
        this.leases.delete(payment);
        this.#sending.delete(payment.id);
      });
    this.#sending.set(payment.id, sent);
  }

  /** A payment that this process is sending, once the operator's answer is written; undefined: it is not sending it. */
  answerOf(id: PaymentId): Promise<StoredPayment> | undefined {
    return this.#sending.get(id);
  }

  async #inTurn(id: PaymentId, work: () => Promise<StoredPayment>): Promise<StoredPayment> {
    if (this.#taken.has(id)) return work().finally(() => this.endTurn(id));
    if (this.#turns.activeCount >= this.#turns.concurrency && this.waiting >= this.#maxWaiting)
      throw new Error('too many attempts wait to be sent');
    return this.#turns(work);
  }

  #beginTurn(): () => void {
    let end: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      end = resolve;
    });
    void this.#turns(() => turn);
    return end;
  }
}
