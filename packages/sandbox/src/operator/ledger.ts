import { randomUUID } from 'node:crypto';
import { writeCents } from '@tsena/shared';
import type {
  Behaviour,
  CallbackView,
  Environment,
  InitiationView,
  TransactionStatus,
  TransactionView,
} from '../views/views.ts';
import { Accounts, toCents } from './accounts.ts';
import type { Settings } from './options.ts';

/** The fields of an accepted initiation. */
export interface Initiation extends InitiationView {
  /** As sent: the details return it unchanged (section 2.5). */
  readonly debitParty: readonly { readonly key: string; readonly value: string }[];
  readonly creditParty: readonly { readonly key: string; readonly value: string }[];
}

/** A transaction in the ledger. Only the ledger changes it. Times are in ms since 1970. */
export interface Transaction
  extends Initiation,
    Omit<TransactionView, 'transactionReference' | 'createdAt' | 'updatedAt'> {
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How often the payer was debited: 1 once completed, otherwise 0. */
  readonly debits: number;
  /** The amount that its details report: another one for a payer's number with `otherAmount`, and once the fault `other-amount` was applied. */
  readonly detailsAmount: string;
  /** The balances of payer and receiver right after the money moved, in cents. Null until then. */
  readonly balancesCents: { readonly payer: bigint; readonly receiver: bigint } | null;
}

type Entry = { -readonly [Key in keyof Transaction]: Transaction[Key] };

/** Money that a phone sends by hand, in whole Ariary. */
export interface HandPayment {
  readonly environment: Environment;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

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
/** References have nine digits, as those of the real service. */
const MIN_REFERENCE = 100_000_000;
const REFERENCE_COUNT = 900_000_000;

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
    // From the clock, in hundredths of a second, so that a restarted sandbox does not soon issue a reference again.
    this.#nextReference = Math.floor(Date.now() / 10);
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

  /** Whether a kept transaction has this reference of a client. An empty reference never counts. */
  hasReference(environment: Environment, reference: string): boolean {
    return (
      reference !== '' &&
      this.list().some((entry) => entry.environment === environment && entry.reference === reference)
    );
  }

  /** Creates a pending transaction. A reference that is already used creates another transaction. */
  create(initiation: Initiation): Transaction {
    const now = this.#settings.now();
    const entry: Entry = {
      ...initiation,
      isByHand: false,
      serverCorrelationId: randomUUID(),
      createdAt: now,
      updatedAt: now,
      status: 'pending',
      operatorStatus: 'pending',
      objectReference: null,
      failure: null,
      fees: [],
      debits: 0,
      detailsAmount: this.accounts.traitsOf(initiation.debitMsisdn).otherAmount
        ? oneMore(initiation.amount)
        : initiation.amount,
      balancesCents: null,
      callbacks: [],
    };
    this.#entries.set(entry.serverCorrelationId, entry);
    this.#counts.pending += 1;
    this.#onChange(entry);
    return entry;
  }

  /**
   * Moves money that a phone sends by hand: the transaction is completed at once, and nobody gets a callback.
   *
   * @throws LedgerError if a number is unknown, both are the same, or the payer's balance is too low
   */
  sendByHand({ environment, from, to, amount }: HandPayment): Transaction {
    const isKnown = this.accounts.has(from) && this.accounts.has(to) && from !== to;
    if (!isKnown) throw new LedgerError('conflict', 'Money is sent from one test number to another one.');
    if (!this.accounts.hasFunds(from, toCents(amount)))
      throw new LedgerError('conflict', 'The payer’s balance is too low.');
    const { serverCorrelationId } = this.create({
      environment,
      amount,
      currency: 'Ar',
      debitMsisdn: from,
      creditMsisdn: to,
      debitParty: [{ key: 'msisdn', value: from }],
      creditParty: [{ key: 'msisdn', value: to }],
      description: '',
      reference: '',
      correlationId: '',
      partnerName: null,
      userLanguage: 'MG',
      callbackUrl: null,
    });
    this.#findPending(serverCorrelationId).isByHand = true;
    return this.complete(serverCorrelationId);
  }

  /** Finds a transaction by its serverCorrelationId. */
  find(serverCorrelationId: string): Transaction | undefined {
    return this.#entries.get(serverCorrelationId);
  }

  /** Finds a final transaction by its objectReference. */
  findByReference(objectReference: string): Transaction | undefined {
    return this.#byReference.get(objectReference);
  }

  /** Issues a new transaction reference. */
  issueReference(): string {
    this.#nextReference += 1;
    return String(MIN_REFERENCE + (this.#nextReference % REFERENCE_COUNT));
  }

  /**
   * Moves the money and completes a pending transaction. If the payer's balance is too low, the transaction fails
   * instead.
   *
   * @throws LedgerError if the transaction does not exist or is already final
   */
  complete(serverCorrelationId: string, operatorStatus: string = 'completed'): Transaction {
    const entry = this.#findPending(serverCorrelationId);
    const cents = toCents(entry.amount);
    const fee = computeFee(cents, this.#settings.behaviour.fee);
    if (!this.accounts.transfer(entry.debitMsisdn, entry.creditMsisdn, cents, fee)) {
      return this.#finalize(entry, 'failed', 'failed', 'The payer’s balance was too low at approval');
    }
    entry.debits += 1;
    this.#debits += 1;
    entry.objectReference = this.issueReference();
    entry.balancesCents = {
      payer: this.accounts.readBalanceCents(entry.debitMsisdn),
      receiver: this.accounts.readBalanceCents(entry.creditMsisdn),
    };
    entry.fees = [{ feeAmount: writeCents(fee) }];
    this.#byReference.set(entry.objectReference, entry);
    return this.#finalize(entry, 'completed', operatorStatus, null);
  }

  /**
   * Fails a pending transaction. No money moves.
   *
   * @param reason why it failed, for a person to read
   * @throws LedgerError if the transaction does not exist or is already final
   */
  fail(
    serverCorrelationId: string,
    operatorStatus: string = 'failed',
    reason: string = 'Rejected by the subscriber',
  ): Transaction {
    return this.#finalize(this.#findPending(serverCorrelationId), 'failed', operatorStatus, reason);
  }

  /** Makes the details of a transaction report one Ariary more than was paid, from now on. */
  reportOtherAmount(serverCorrelationId: string): void {
    const entry = this.#entries.get(serverCorrelationId);
    if (entry !== undefined) entry.detailsAmount = oneMore(entry.amount);
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
      if (status === 'completed' ? objectReference === null : status === 'pending' && objectReference !== null)
        violations.push(`${id} is ${status} and has the reference ${objectReference}`);
      if (this.#final.has(id) !== (status !== 'pending'))
        violations.push(`${id} is ${status}, but the list of final transactions disagrees`);
    }
    if (pending !== this.#counts.pending)
      violations.push(`${pending} transactions are pending, but ${this.#counts.pending} are counted`);
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
    if (status === 'failed' && this.#settings.dialect === 'live' && this.#settings.behaviour.failedRecords === 'kept') {
      entry.objectReference = this.issueReference();
      this.#byReference.set(entry.objectReference, entry);
    }
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
      if (reference != null) this.#byReference.delete(reference);
      this.#entries.delete(id);
      this.#final.delete(id);
    }
  }
}

function oneMore(amount: string): string {
  return String(Number(amount) + 1);
}

/** The interface document gives no tariff. The fee is the 1.5 % that the real service was seen to take. */
function computeFee(cents: bigint, fee: Behaviour['fee']): bigint {
  if (fee === 'none') return 0n;
  const exact = (cents * 15n + 999n) / 1000n;
  return fee === 'exact' ? exact : ((exact + 99n) / 100n) * 100n;
}

/** Converts a transaction to the form in which the portal's API returns it. */
export function toTransactionView(transaction: Transaction): TransactionView {
  const {
    debitParty: _from,
    creditParty: _to,
    debits: _debits,
    detailsAmount: _detailsAmount,
    balancesCents: _balances,
    createdAt,
    updatedAt,
    ...rest
  } = transaction;
  return {
    ...rest,
    transactionReference: transaction.objectReference,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
