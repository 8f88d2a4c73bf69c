import type { CallbackSender } from './callbackSender.ts';
import type { FaultRules, FaultTarget } from './faultRules.ts';
import { type Initiation, type Ledger, LedgerError, type Transaction } from './ledger.ts';

/** Creates, approves and rejects transactions, and sends their callbacks. The service and the portal both use it. */
export class TransactionProcessor {
  readonly #ledger: Ledger;
  readonly #callbacks: CallbackSender;
  readonly #faults: FaultRules;
  readonly #timers = new Set<NodeJS.Timeout>();
  /**
   * Approves each new transaction automatically after this many ms, unless its payer's number is approved by hand; null
   * disables automatic approval.
   */
  autoApproveMs: number | null;

  constructor(ledger: Ledger, callbacks: CallbackSender, faults: FaultRules, autoApproveMs: number | null) {
    this.#ledger = ledger;
    this.#callbacks = callbacks;
    this.#faults = faults;
    this.autoApproveMs = autoApproveMs;
  }

  /**
   * Creates a pending transaction.
   *
   * Under an `early` fault rule, the transaction is approved and its callback is answered before the promise resolves.
   * The client therefore receives the callback before the initiation response, whose status is still `pending`.
   *
   * @param failure if given, the transaction fails for this reason as soon as the initiation is answered
   */
  async create(initiation: Initiation, failure?: string): Promise<Transaction> {
    const transaction = this.#ledger.create(initiation);
    const { serverCorrelationId: id } = transaction;
    if (failure !== undefined) {
      this.#schedule(id, 0, () => this.#sendCallback(this.#ledger.fail(id, 'failed', failure)));
      return transaction;
    }
    const early =
      initiation.callbackUrl === null ? undefined : this.#faults.takeCallbackRule('early', toFaultTarget(transaction));
    if (early !== undefined) {
      await this.#callbacks.send(this.#ledger.complete(id), early);
    } else if (this.autoApproveMs !== null && !this.#ledger.accounts.traitsOf(initiation.debitMsisdn).approvedByHand) {
      this.#schedule(id, this.autoApproveMs, () => this.approve(id));
    }
    return transaction;
  }

  /**
   * Completes a pending transaction and sends its callback.
   *
   * @throws LedgerError if the transaction does not exist or is already final
   */
  approve(serverCorrelationId: string, operatorStatus?: string): Transaction {
    return this.#sendCallback(this.#ledger.complete(serverCorrelationId, operatorStatus));
  }

  /**
   * Fails a pending transaction and sends its callback.
   *
   * @throws LedgerError if the transaction does not exist or is already final
   */
  reject(serverCorrelationId: string, operatorStatus?: string): Transaction {
    return this.#sendCallback(this.#ledger.fail(serverCorrelationId, operatorStatus));
  }

  /** Approves all pending transactions, oldest first, and returns how many there were. */
  approveAll(): number {
    const pending = this.#ledger.list('pending').reverse();
    for (const { serverCorrelationId } of pending) this.approve(serverCorrelationId);
    return pending.length;
  }

  /**
   * Sends the callback of a final transaction again. Fault rules do not apply.
   *
   * @throws LedgerError if the transaction does not exist, is pending, or has no callback address
   */
  resendCallback(serverCorrelationId: string): Transaction {
    const transaction = this.#ledger.find(serverCorrelationId);
    if (transaction === undefined) throw new LedgerError('unknown', `There is no transaction ${serverCorrelationId}.`);
    if (transaction.status === 'pending') {
      throw new LedgerError(
        'conflict',
        'The transaction is still pending. Its callback is sent once it is approved or rejected.',
      );
    }
    if (transaction.callbackUrl === null) throw new LedgerError('conflict', 'The initiation gave no callback address.');
    void this.#callbacks.send(transaction);
    return transaction;
  }

  /** Cancels automatic approvals that are still due. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Changes a transaction after a time, if it is still pending then. */
  #schedule(serverCorrelationId: string, delayMs: number, change: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.#ledger.find(serverCorrelationId)?.status === 'pending') change();
    }, delayMs);
    this.#timers.add(timer);
  }

  #sendCallback(transaction: Transaction): Transaction {
    if (transaction.callbackUrl !== null) {
      void this.#callbacks.send(transaction, this.#faults.takeCallbackRule('late', toFaultTarget(transaction)));
    }
    return transaction;
  }
}

/** The fields of a transaction that a fault rule can match. */
export function toFaultTarget({ debitMsisdn, amount, status }: Transaction): FaultTarget {
  return { msisdn: debitMsisdn, amount, status };
}
