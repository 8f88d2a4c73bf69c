import type { Callbacks } from './callbacks.ts';
import type { Faults } from './faults.ts';
import { type Ledger, LedgerError, type Order, type Transaction } from './ledger.ts';

/** Where transactions come in and are approved or rejected; every way of doing so ends here. */
export class Desk {
  readonly #ledger: Ledger;
  readonly #callbacks: Callbacks;
  readonly #faults: Faults;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Approves each new transaction after so many ms; null leaves that to a person. */
  autoApproveMs: number | null;

  constructor(ledger: Ledger, callbacks: Callbacks, faults: Faults, autoApproveMs: number | null) {
    this.#ledger = ledger;
    this.#callbacks = callbacks;
    this.#faults = faults;
    this.autoApproveMs = autoApproveMs;
  }

  /**
   * Takes an order in. Under an `early` fault it is approved, and its callback answered, before this ends;
   * so the initiation's own answer, still "pending", comes after it.
   */
  async open(order: Order): Promise<Transaction> {
    const transaction = this.#ledger.open(order);
    const { serverCorrelationId: id } = transaction;
    const early = order.callbackUrl === null ? undefined : this.#faults.forCallback('early', factsOf(transaction));
    if (early !== undefined) {
      await this.#callbacks.send(this.#ledger.complete(id), early);
    } else if (this.autoApproveMs !== null) {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        if (this.#ledger.find(id)?.status === 'pending') this.approve(id);
      }, this.autoApproveMs);
      this.#timers.add(timer);
    }
    return transaction;
  }

  /** @throws LedgerError if there is none, or if it is final */
  approve(serverCorrelationId: string, operatorStatus?: string): Transaction {
    return this.#tell(this.#ledger.complete(serverCorrelationId, operatorStatus));
  }

  /** @throws LedgerError if there is none, or if it is final */
  reject(serverCorrelationId: string, operatorStatus?: string): Transaction {
    return this.#tell(this.#ledger.fail(serverCorrelationId, operatorStatus));
  }

  /** Approves whatever is pending, oldest first, and says how many those were. */
  approveAll(): number {
    const pending = this.#ledger.list('pending').reverse();
    for (const { serverCorrelationId } of pending) this.approve(serverCorrelationId);
    return pending.length;
  }

  /**
   * Sends the callback of a final transaction again, without a fault.
   *
   * @throws LedgerError if there is none, if it is pending, or if it has no callback address
   */
  callBackAgain(serverCorrelationId: string): Transaction {
    const transaction = this.#ledger.find(serverCorrelationId);
    if (transaction === undefined) throw new LedgerError('unknown', `There is no transaction ${serverCorrelationId}.`);
    if (transaction.status === 'pending') throw new LedgerError('conflict', 'It is pending: there is nothing to tell.');
    if (transaction.callbackUrl === null) throw new LedgerError('conflict', 'It has no callback address.');
    void this.#callbacks.send(transaction);
    return transaction;
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #tell(transaction: Transaction): Transaction {
    if (transaction.callbackUrl !== null) {
      void this.#callbacks.send(transaction, this.#faults.forCallback('late', factsOf(transaction)));
    }
    return transaction;
  }
}

/** What a fault rule can match of a transaction. */
export function factsOf({ debitMsisdn, amount }: Transaction): { msisdn: string; amount: string } {
  return { msisdn: debitMsisdn, amount };
}
