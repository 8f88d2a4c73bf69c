import { randomUUID } from 'node:crypto';
import { Accounts, formatCents, toCents } from './accounts.ts';
import type { Settings } from './options.ts';
import type { CallbackView, TransactionStatus, TransactionView } from './page/views.ts';

/** The fields of an accepted initiation. */
export interface Initiation {
  readonly amount: string;
  readonly currency: string;
  /** In national form, `0343500003`. */
  readonly debitMsisdn: string;
  /** In national form. */
  readonly creditMsisdn: string;
  /** As sent: the details return it unchanged (section 2.5). */
  readonly debitParty: readonly { readonly key: string; readonly value: string }[];
  readonly creditParty: readonly { readonly key: string; readonly value: string }[];
  readonly description: string;
  readonly reference: string;
  readonly correlationId: string;
  readonly partnerName: string | null;
  readonly userLanguage: string;
  readonly callbackUrl: string | null;
}

/** A transaction in the ledger. Only the ledger changes it. Times are in ms since 1970. */
export interface Transaction extends Initiation {
  readonly serverCorrelationId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: TransactionStatus;
  /** The value that the service sends as the status. In the live dialect, it can differ from `status`. */
  readonly operatorStatus: string;
  readonly objectReference: string | null;
  /** Why the transaction failed, or null. */
  readonly failure: string | null;
  readonly fees: readonly { readonly feeAmount: string }[];
  /** How often the payer was debited: 1 once completed, otherwise 0. */
  readonly debits: number;
  readonly callbacks: readonly CallbackView[];
}

type Entry = { -readonly [Key in keyof Transaction]: Transaction[Key] };

/** A transaction does not exist (`unknown`), or its status does not allow the change (`conflict`). */
export class LedgerError extends Error {
  readonly reason: 'unknown' | 'conflict';

  constructor(reason: 'unknown' | 'conflict', message: string) {
    super(message);
    this.name = 'LedgerError';
    this.reason = reason;
  }
}

const MAX_CALLBACKS = 50;
/** References count up from the ms since this time, so that a restarted sandbox does not issue one twice. */
const REFERENCE_EPOCH_MS = Date.UTC(2024, 0, 1);

/** All transactions, pending and final (section 3), and the accounts between which they move money. */
export class Ledger {
  readonly accounts: Accounts;
  readonly #settings: Settings;
  readonly #onChange: (transaction: Transaction) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #byReference = new Map<string, Entry>();
  readonly #final = new Set<string>();
  readonly #counts: Record<TransactionStatus, number> = { pending: 0, completed: 0, failed: 0 };
  #debits = 0;
  #nextReference: number;

  constructor(settings: Settings, onChange: (transaction: Transaction) => void) {
    this.#settings = settings;
    this.#onChange = onChange;
    this.#nextReference = Date.now() - REFERENCE_EPOCH_MS;
    this.accounts = new Accounts(settings.msisdns, settings.balance);
  }

  /** How many transactions are pending, and how many became final since the start, including those no longer kept. */
  countByStatus(): Readonly<Record<TransactionStatus, number>> {
    return { ...this.#counts };
  }

  /** Whether the limit of pending transactions is reached. */
  isFull(): boolean {
    return this.#counts.pending >= this.#settings.maxPending;
  }

  /** Creates a pending transaction. A reference that is already used creates another transaction. */
  create(initiation: Initiation): Transaction {
    const now = this.#settings.now();
    const entry: Entry = {
      ...initiation,
      serverCorrelationId: randomUUID(),
      createdAt: now,
      updatedAt: now,
      status: 'pending',
      operatorStatus: 'pending',
      objectReference: null,
      failure: null,
      fees: [],
      debits: 0,
      callbacks: [],
    };
    this.#entries.set(entry.serverCorrelationId, entry);
    this.#counts.pending += 1;
    this.#onChange(entry);
    return entry;
  }

  /** Finds a transaction by its serverCorrelationId. */
  find(serverCorrelationId: string): Transaction | undefined {
    return this.#entries.get(serverCorrelationId);
  }

  /** Finds a completed transaction by its objectReference. */
  findByReference(objectReference: string): Transaction | undefined {
    return this.#byReference.get(objectReference);
  }

  /** Issues a new transaction reference. */
  issueReference(): string {
    this.#nextReference += 1;
    return String(this.#nextReference);
  }

  /**
   * Moves the money and completes a pending transaction. If the payer's balance is too low, the transaction fails instead.
   *
   * @throws LedgerError if the transaction does not exist or is already final
   */
  complete(serverCorrelationId: string, operatorStatus: string = 'completed'): Transaction {
    const entry = this.#findPending(serverCorrelationId);
    const cents = toCents(entry.amount);
    const fee = computeFee(cents, this.#settings.dialect);
    if (!this.accounts.transfer(entry.debitMsisdn, entry.creditMsisdn, cents, fee)) {
      return this.#finalize(entry, 'failed', 'failed', 'The payer’s balance was too low at approval');
    }
    entry.debits += 1;
    this.#debits += 1;
    entry.objectReference = this.issueReference();
    entry.fees = [{ feeAmount: formatCents(fee) }];
    this.#byReference.set(entry.objectReference, entry);
    return this.#finalize(entry, 'completed', operatorStatus, null);
  }

  /**
   * Fails a pending transaction. No money moves.
   *
   * @throws LedgerError if the transaction does not exist or is already final
   */
  fail(serverCorrelationId: string, operatorStatus: string = 'failed'): Transaction {
    return this.#finalize(this.#findPending(serverCorrelationId), 'failed', operatorStatus, 'Rejected by the subscriber');
  }

  /** Records a callback of a transaction, if the transaction is still kept. */
  recordCallback(serverCorrelationId: string, callback: CallbackView): void {
    const entry = this.#entries.get(serverCorrelationId);
    if (entry === undefined) return;
    entry.callbacks = [...entry.callbacks.slice(1 - MAX_CALLBACKS), callback];
    this.#onChange(entry);
  }

  /** All transactions, or those with one status, newest first. */
  list(status?: TransactionStatus): Transaction[] {
    const entries = [...this.#entries.values()].reverse();
    return status === undefined ? entries : entries.filter((entry) => entry.status === status);
  }

  /** Checks the ledger's invariants. Returns one sentence for each violation, and an empty list if there is none. */
  audit(): string[] {
    const violations = this.accounts.audit();
    let pending = 0;
    for (const { serverCorrelationId: id, status, debits, objectReference } of this.#entries.values()) {
      if (status === 'pending') pending += 1;
      if (debits !== (status === 'completed' ? 1 : 0)) violations.push(`${id} is ${status} and has ${debits} debits`);
      if ((objectReference !== null) !== (status === 'completed'))
        violations.push(`${id} is ${status} and has the reference ${objectReference}`);
      if (this.#final.has(id) !== (status !== 'pending'))
        violations.push(`${id} is ${status}, but the list of final transactions disagrees`);
    }
    if (pending !== this.#counts.pending) violations.push(`${pending} transactions are pending, but ${this.#counts.pending} are counted`);
    if (this.#debits !== this.#counts.completed)
      violations.push(`${this.#counts.completed} transactions are completed, but there are ${this.#debits} debits`);
    return violations;
  }

  #findPending(serverCorrelationId: string): Entry {
    const entry = this.#entries.get(serverCorrelationId);
    if (entry === undefined) throw new LedgerError('unknown', `There is no transaction ${serverCorrelationId}.`);
    if (entry.status !== 'pending') throw new LedgerError('conflict', `The transaction is already ${entry.status}.`);
    return entry;
  }

  #finalize(entry: Entry, status: 'completed' | 'failed', operatorStatus: string, failure: string | null): Transaction {
    entry.status = status;
    entry.operatorStatus = operatorStatus;
    entry.failure = failure;
    entry.updatedAt = this.#settings.now();
    this.#counts.pending -= 1;
    this.#counts[status] += 1;
    this.#final.add(entry.serverCorrelationId);
    this.#evict();
    this.#onChange(entry);
    return entry;
  }

  #evict(): void {
    for (const id of this.#final) {
      if (this.#final.size <= this.#settings.keepFinal) return;
      const reference = this.#entries.get(id)?.objectReference;
      if (typeof reference === 'string') this.#byReference.delete(reference);
      this.#entries.delete(id);
      this.#final.delete(id);
    }
  }
}

/** The document gives no tariff. The fee is 1 % of the amount, in the `spec` dialect rounded up to whole Ariary. */
function computeFee(cents: bigint, dialect: Settings['dialect']): bigint {
  const exact = cents / 100n;
  return dialect === 'live' ? exact : ((exact + 99n) / 100n) * 100n;
}

/** Converts a transaction to the form in which the portal's API returns it. */
export function toTransactionView(transaction: Transaction): TransactionView {
  const { debitParty: _debitParty, creditParty: _creditParty, debits: _debits, createdAt, updatedAt, ...rest } = transaction;
  return {
    ...rest,
    transactionReference: transaction.objectReference,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
