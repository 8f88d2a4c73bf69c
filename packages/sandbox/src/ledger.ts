import { randomUUID } from 'node:crypto';
import { Accounts, toCents, writeCents } from './accounts.ts';
import type { Settings } from './options.ts';
import type { CallbackView, TransactionStatus, TransactionView } from './page/views.ts';

/** What an accepted initiation brings along. */
export interface Order {
  readonly amount: string;
  readonly currency: string;
  /** National form. */
  readonly debitMsisdn: string;
  readonly creditMsisdn: string;
  /** As sent, to be echoed (section 2.5). */
  readonly debitParty: readonly { readonly key: string; readonly value: string }[];
  readonly creditParty: readonly { readonly key: string; readonly value: string }[];
  readonly description: string;
  readonly reference: string;
  readonly correlationId: string;
  readonly partnerName: string | null;
  readonly userLanguage: string;
  readonly callbackUrl: string | null;
}

/** A transaction in the ledger. Only the ledger changes it. */
export interface Transaction extends Order {
  readonly serverCorrelationId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly status: TransactionStatus;
  readonly operatorStatus: string;
  readonly objectReference: string | null;
  readonly failure: string | null;
  readonly fees: readonly { readonly feeAmount: string }[];
  readonly debits: number;
  readonly callbacks: readonly CallbackView[];
}

type Entry = { -readonly [Key in keyof Transaction]: Transaction[Key] };

/** Why a transaction cannot be settled: there is none, or its state forbids it. */
export class LedgerError extends Error {
  readonly reason: 'unknown' | 'conflict';

  constructor(reason: 'unknown' | 'conflict', message: string) {
    super(message);
    this.name = 'LedgerError';
    this.reason = reason;
  }
}

const MAX_CALLBACKS = 50;
/** References count up from the clock, so that a restarted sandbox gives none a second time. */
const REFERENCE_EPOCH = Date.UTC(2024, 0, 1);

/** All transactions, pending and final (section 3), and the money that they move. */
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
    this.#nextReference = Date.now() - REFERENCE_EPOCH;
    this.accounts = new Accounts(settings.msisdns, settings.balance);
  }

  /** How many there were of each state since the start; those that left are counted. */
  counts(): Readonly<Record<TransactionStatus, number>> {
    return { ...this.#counts };
  }

  isFull(): boolean {
    return this.#counts.pending >= this.#settings.maxPending;
  }

  /** Makes a pending transaction. The same reference twice makes two. */
  open(order: Order): Transaction {
    const now = this.#settings.now();
    const entry: Entry = {
      ...order,
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

  find(serverCorrelationId: string): Transaction | undefined {
    return this.#entries.get(serverCorrelationId);
  }

  findByReference(objectReference: string): Transaction | undefined {
    return this.#byReference.get(objectReference);
  }

  /** A transaction id that was never given before. */
  takeReference(): string {
    this.#nextReference += 1;
    return String(this.#nextReference);
  }

  /**
   * Moves the money and completes a pending transaction; it fails instead if the payer no longer holds the amount.
   *
   * @throws LedgerError if there is none, or if it is final
   */
  complete(serverCorrelationId: string, operatorStatus: string = 'completed'): Transaction {
    const entry = this.#pending(serverCorrelationId);
    const cents = toCents(entry.amount);
    const fee = feeOf(cents, this.#settings.dialect);
    if (!this.accounts.transfer(entry.debitMsisdn, entry.creditMsisdn, cents, fee)) {
      return this.#close(entry, 'failed', 'failed', 'Insufficient balance when it was approved');
    }
    entry.debits += 1;
    this.#debits += 1;
    entry.objectReference = this.takeReference();
    entry.fees = [{ feeAmount: writeCents(fee) }];
    this.#byReference.set(entry.objectReference, entry);
    return this.#close(entry, 'completed', operatorStatus, null);
  }

  /**
   * Fails a pending transaction; no money moves.
   *
   * @throws LedgerError if there is none, or if it is final
   */
  fail(serverCorrelationId: string, operatorStatus: string = 'failed'): Transaction {
    return this.#close(this.#pending(serverCorrelationId), 'failed', operatorStatus, 'Rejected by the subscriber');
  }

  /** Notes a callback of a transaction, if it is still kept. */
  noteCallback(serverCorrelationId: string, callback: CallbackView): void {
    const entry = this.#entries.get(serverCorrelationId);
    if (entry === undefined) return;
    entry.callbacks = [...entry.callbacks.slice(1 - MAX_CALLBACKS), callback];
    this.#onChange(entry);
  }

  /** All, or those of one status; newest first. */
  list(status?: TransactionStatus): Transaction[] {
    const entries = [...this.#entries.values()].reverse();
    return status === undefined ? entries : entries.filter((entry) => entry.status === status);
  }

  /** What is wrong with the ledger; empty if nothing is. */
  audit(): string[] {
    const wrong = this.accounts.audit();
    let pending = 0;
    for (const { serverCorrelationId: id, status, debits, objectReference } of this.#entries.values()) {
      if (status === 'pending') pending += 1;
      if (debits !== (status === 'completed' ? 1 : 0)) wrong.push(`${id} is ${status} and has ${debits} debits`);
      if ((objectReference !== null) !== (status === 'completed')) wrong.push(`${id} is ${status}, its reference ${objectReference}`);
      if (this.#final.has(id) !== (status !== 'pending')) wrong.push(`${id} is ${status}, but not listed as such`);
    }
    if (pending !== this.#counts.pending) wrong.push(`${this.#counts.pending} are counted as pending, ${pending} are`);
    if (this.#debits !== this.#counts.completed) wrong.push(`${this.#counts.completed} completed, but ${this.#debits} debits`);
    return wrong;
  }

  #pending(serverCorrelationId: string): Entry {
    const entry = this.#entries.get(serverCorrelationId);
    if (entry === undefined) throw new LedgerError('unknown', `There is no transaction ${serverCorrelationId}.`);
    if (entry.status !== 'pending') throw new LedgerError('conflict', `The transaction is ${entry.status} already.`);
    return entry;
  }

  #close(entry: Entry, status: 'completed' | 'failed', operatorStatus: string, failure: string | null): Transaction {
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

/** The document gives no tariff: one percent, rounded up to whole Ariary where the dialect is `spec`. */
function feeOf(cents: bigint, dialect: Settings['dialect']): bigint {
  const exact = cents / 100n;
  return dialect === 'live' ? exact : ((exact + 99n) / 100n) * 100n;
}

/** A transaction as the portal shows it. */
export function toView(transaction: Transaction): TransactionView {
  const { debitParty: _debitParty, creditParty: _creditParty, debits: _debits, createdAt, updatedAt, ...rest } = transaction;
  return {
    ...rest,
    transactionReference: transaction.objectReference,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
