import type { PaymentStatus } from '@tsena/shared/checkout';
import type Sqlite from 'better-sqlite3';
import type { StoredPayment } from '../../src/database/schema.ts';
import { COOLDOWN_MS } from '../support/testCompanion.ts';
import { statusAfterEvent, WEBHOOK_AFTER } from './history.ts';
import type { DetailedTransaction, OperatorTransaction, SimulatedOperator } from './simulatedOperator.ts';
import type { SimulatedProcess } from './virtualTime.ts';

/** An invariant does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** A payment link as its merchant knows it. */
export interface WitnessedLink {
  readonly isReusable: boolean;
  readonly expiresAt: number | null;
  isCancelled: boolean;
}

/** What the witness knows of the world. */
export interface WitnessOptions {
  /** A connection that sees what is committed. */
  readonly sqlite: Sqlite.Database;
  readonly operator: SimulatedOperator;
  readonly links: ReadonlyMap<string, WitnessedLink>;
  /** The real time, ms since 1970. */
  now(): number;
  /** The time that the companions' clock should show, ms since 1970; null while it cannot be known. */
  clock(process: SimulatedProcess | undefined): number | null;
  /** When the companions' clock last stepped, ms since 1970. */
  clockSteppedAt(): number;
  /** For so long after a step of the clock, a companion may still write times by the former one, ms. */
  readonly stepUnknownMs: number;
  /** The name of a process in leases. */
  describe(process: SimulatedProcess): { readonly owner: string } | undefined;
  /** Called with each event of a payment. */
  onEvent?(payment: StoredPayment, status: PaymentStatus, kind: string): void;
}

interface StoredEvent {
  readonly rowid: number;
  readonly payment_id: string;
  readonly version: number;
  readonly at: number;
  readonly kind: string;
  readonly data: string;
}

/** A payment as its committed events tell it. */
interface Known {
  row: StoredPayment;
  version: number;
  status: PaymentStatus;
  /** The kind of its newest event. */
  kind: string;
  /** The process that had its lease last. */
  holder: string | null;
  /** How many webhooks its events require. */
  webhooks: number;
  isSent: boolean;
}

const DETAILS_WAIT_MS = 600_000;
const SALE_WITHIN_MS = 24 * 60 * 60_000;
/** The companion's clock follows a small correction slowly. */
const CLOCK_TOLERANCE_MS = 6000;
const FAILED_UNSENT: readonly string[] = ['refused', 'not_sent'];
/** Only a status check writes these, under the payment's lease. */
const WRITTEN_UNDER_LEASE: readonly string[] = ['failed', 'details_mismatch', 'unknown_status', 'details_unavailable'];

/**
 * Reads each committed event once, and checks it against the simulated operator, the shop's links and the payments
 * before it. It knows the rules on its own: nothing here comes from the companion's code.
 */
export class Witness {
  readonly #options: WitnessOptions;
  readonly #known = new Map<string, Known>();
  readonly #orders = new Map<string, Known[]>();
  readonly #forms = new Set<string>();
  #lastEvent = 0;
  readonly #newEvents;
  readonly #row;
  readonly #leases;
  readonly #rows;
  readonly #unreported;
  readonly #byReference;
  readonly #webhook;
  readonly #refunded;
  readonly #paidBy;

  constructor(options: WitnessOptions) {
    this.#options = options;
    const { sqlite } = options;
    this.#newEvents = sqlite.prepare<[number], StoredEvent>(
      'select rowid, * from events where rowid > ? order by rowid',
    );
    this.#row = sqlite.prepare<[string], StoredPayment>('select * from payments where id = ?');
    this.#leases = sqlite.prepare<[], Pick<StoredPayment, 'id' | 'lease_owner'>>(
      'select id, lease_owner from payments where lease_owner is not null',
    );
    this.#rows = sqlite.prepare<[], StoredPayment & { webhooks: number }>(
      'select *, (select count(*) from outbox where payment_id = payments.id) as webhooks from payments',
    );
    this.#unreported = sqlite.prepare<[], unknown>(
      `select 1 from payments where status = 'completed' or resolution = 'received'
        group by order_reference having count(*) > 1 and not exists (
          select 1 from events join payments other on other.id = payment_id
          where other.order_reference = payments.order_reference and kind = 'order_overpaid')`,
    );
    this.#byReference = sqlite.prepare<[string], StoredPayment>('select * from payments where reference = ?');
    this.#webhook = sqlite.prepare<[string, number], { type: string }>(
      'select type from outbox where payment_id = ? and version = ?',
    );
    this.#refunded = sqlite.prepare<[string], { sum: number | null }>(
      `select sum(amount) as sum from refunds where payment_id = ? and status = 'recorded'`,
    );
    this.#paidBy = sqlite.prepare<[string | null], unknown>('select 1 from payments where transaction_id = ?');
  }

  /** The ids of the payments, in the order in which they were opened. */
  get payments(): readonly string[] {
    return [...this.#known.keys()];
  }

  /** How many payments were opened. */
  get count(): number {
    return this.#known.size;
  }

  /** The committed row of a payment. */
  row(id: string): StoredPayment | undefined {
    return this.#row.get(id);
  }

  /** Reads what a step of this process committed. Returns a hash of it. */
  read(process: SimulatedProcess | undefined): number {
    let hash = 0;
    for (const event of this.#newEvents.all(this.#lastEvent)) {
      this.#lastEvent = event.rowid;
      for (let index = 0; index < event.kind.length; index += 1)
        hash = Math.imul(hash ^ event.kind.charCodeAt(index), 0x01000193);
      hash = Math.imul(hash ^ event.version, 0x01000193);
      this.#check(event, process);
    }
    for (const { id, lease_owner } of this.#leases.all()) {
      const known = this.#known.get(id);
      if (known !== undefined) known.holder = lease_owner;
    }
    return hash;
  }

  /** Compares the committed rows with their events: what no event announces has not happened. */
  checkRows(): void {
    for (const row of this.#rows.all()) {
      const known = this.#known.get(row.id);
      const transaction = this.#options.operator.find(row.reference);
      if (known?.version !== row.version) throw new Violation('the history has a gap');
      if (known.status !== row.status)
        throw new Violation(`a payment is ${row.status}; its history says ${known.status}`);
      if (known.webhooks !== row.webhooks)
        throw new Violation(`the outbox has ${row.webhooks} webhooks instead of ${known.webhooks}`);
      if (row.status === 'failed' && transaction?.state === 'pending')
        throw new Violation('a payment is failed while its transaction is pending');
      const paidBy = row.method === 'reference' ? this.#sentByHand(row) : transaction;
      if (row.verified === 1 && paidBy?.hasMatchingDetails !== true)
        throw new Violation('a payment is verified without matching details');
      if ((row.status === 'created' || row.status === 'sending') && row.next_check_at === null)
        throw new Violation('an open payment has no next status check');
    }
    if (this.#unreported.get() !== undefined)
      throw new Violation('an order was paid twice, and is not reported as overpaid');
  }

  #check(event: StoredEvent, process: SimulatedProcess | undefined): void {
    const row = this.#row.get(event.payment_id);
    if (row === undefined) throw new Violation('an event belongs to no payment');
    const known = this.#known.get(row.id) ?? this.#opened(event, row);
    if (event.version !== known.version + 1) throw new Violation(`the history has a gap: ${event.kind}`);
    const before = known.status;
    known.version = event.version;
    // A group commit may have written later events of this payment too: then its row is the one after them.
    if (row.version === event.version) known.row = row;
    known.status = statusAfterEvent(event.kind, before);
    this.#options.onEvent?.(row, known.status, event.kind);
    if (before === 'completed' && known.status !== 'completed')
      throw new Violation(`a completed payment became ${known.status}`);
    this.#checkTime(event, process);
    this.#checkLease(event, known.kind, row.lease_owner ?? known.holder, process);
    known.kind = event.kind;
    if (row.method === 'prompt') this.#checkResult(event, row, known);
    else if (event.kind === 'completed') this.#checkSale(row, process);
    const webhook = WEBHOOK_AFTER[event.kind];
    if (webhook !== undefined) known.webhooks += 1;
    if (webhook !== undefined && this.#webhook.get(row.id, event.version)?.type !== webhook)
      throw new Violation(`${event.kind} was committed without its webhook`);
    if (event.kind === 'refunded' || event.kind === 'refund_voided') this.#checkRefunds(row);
  }

  #opened(event: StoredEvent, row: StoredPayment): Known {
    const begins = row.method === 'reference' ? 'completed' : 'created';
    if (event.kind !== begins) throw new Violation(`the history begins with ${event.kind}`);
    const siblings = this.#orders.get(row.order_reference) ?? [];
    for (const { row: other, status } of siblings) {
      if (status === 'completed') throw new Violation('a payment was opened for an order that is paid');
      if (other.resolution === 'received')
        throw new Violation('a payment was opened although one of its order was received');
      if (other.differences !== null && other.resolution !== 'not_received')
        throw new Violation('a payment was opened although the details of another one of its order differ');
    }
    if (row.form_hash !== null) {
      if (this.#forms.has(row.form_hash)) throw new Violation('one form of a link opened two payments');
      this.#forms.add(row.form_hash);
    }
    const link = row.link_id === null ? undefined : this.#options.links.get(row.link_id);
    if (link?.isCancelled || (link?.expiresAt != null && link.expiresAt <= event.at))
      throw new Violation('a link that is cancelled or expired opened a payment');
    const known: Known = {
      row,
      version: 0,
      status: 'created',
      kind: event.kind,
      holder: row.lease_owner,
      webhooks: 0,
      isSent: false,
    };
    this.#known.set(row.id, known);
    this.#orders.set(row.order_reference, [...siblings, known]);
    return known;
  }

  #checkTime({ at, kind }: StoredEvent, process: SimulatedProcess | undefined): void {
    const clock = this.#options.clock(process);
    if (clock !== null && Math.abs(at - clock) > CLOCK_TOLERANCE_MS)
      throw new Violation(`${kind} was stored with a time that is ${at > clock ? 'ahead of' : 'behind'} the clock`);
  }

  #checkLease(
    { kind, data }: StoredEvent,
    before: string,
    holder: string | null,
    process: SimulatedProcess | undefined,
  ): void {
    // The answer to an initiation needs no lease, and may contradict what a person has recorded meanwhile.
    if (kind === 'details_mismatch' && before === 'failed_though_received') return;
    const isByPerson = data.includes('"by"') && !data.includes('"by":"callback"');
    const isCheck = WRITTEN_UNDER_LEASE.includes(kind) || (kind === 'completed' && !isByPerson);
    const owner = process === undefined ? undefined : this.#options.describe(process)?.owner;
    if (isCheck && holder !== owner) throw new Violation('a status check that lost its lease wrote');
  }

  #checkResult({ kind, data }: StoredEvent, row: StoredPayment, known: Known): void {
    const { operator } = this.#options;
    const transaction = operator.find(row.reference);
    if (kind === 'sending') {
      if (known.isSent && !data.includes('"after"')) throw new Violation('a payment was sent twice');
      known.isSent = true;
    }
    if (kind === 'accepted' && transaction?.serverCorrelationId !== row.server_correlation_id)
      throw new Violation('a payment is pending by another transaction');
    if (FAILED_UNSENT.includes(kind) && transaction !== undefined && transaction.state !== 'failed')
      throw new Violation(`a payment is failed (${kind}) while the operator has it ${transaction.state}`);
    if (kind === 'failed' && !hasFailed(transaction))
      throw new Violation(`a payment is failed while the operator has ${transaction?.state ?? 'nothing'}`);
    if (kind !== 'completed') return;
    if (transaction?.state !== 'completed') throw new Violation('a payment is completed without a debit');
    if (row.transaction_id !== transaction.transactionId)
      throw new Violation('a payment is completed by another transaction');
    if (row.version === known.version && row.differences !== null)
      throw new Violation('a payment with differences became completed');
    if (row.verified === 1 ? !transaction.hasMatchingDetails : !this.#hasWaited(row, transaction))
      throw new Violation('a payment is completed without matching details');
  }

  #sentByHand({ transaction_id }: StoredPayment): DetailedTransaction | undefined {
    return this.#options.operator.sentByHand.find(({ transactionId }) => transactionId === transaction_id);
  }

  /** A new order of the counter is paid by money that was sent by hand, which pays nothing else. */
  #checkSale(row: StoredPayment, process: SimulatedProcess | undefined): void {
    const money = this.#sentByHand(row);
    if (money === undefined) throw new Violation('a sale is paid by what nobody sent by hand');
    if (money.amount !== String(row.amount)) throw new Violation('a sale is paid by another amount');
    if (!row.order_reference.startsWith('CTR-') || row.attempt_number !== 1)
      throw new Violation('money that was sent by hand pays an order that is not new at the counter');
    if (this.#paidBy.all(row.transaction_id).length > 1) throw new Violation('one transaction pays two payments');
    const clock = this.#options.clock(process);
    if (clock !== null && clock - money.createdAt > SALE_WITHIN_MS + CLOCK_TOLERANCE_MS)
      throw new Violation('a sale is paid by money of an earlier day');
  }

  /** Without readable details, only our own initiation completes a payment, after ten minutes. */
  #hasWaited(row: StoredPayment, { completedAt }: OperatorTransaction): boolean {
    if (row.correlation_source !== 'initiation' || completedAt === null) return false;
    const { now, clockSteppedAt, stepUnknownMs } = this.#options;
    return now() - completedAt >= DETAILS_WAIT_MS || clockSteppedAt() >= completedAt - stepUnknownMs;
  }

  #checkRefunds(row: StoredPayment): void {
    const sum = this.#refunded.get(row.id)?.sum ?? 0;
    const paid = row.status === 'completed' || row.resolution === 'received' ? row.amount : 0;
    if (sum > paid) throw new Violation(`refunds of ${sum} for a payment of ${paid}`);
    if (sum !== row.amount_refunded) throw new Violation('the sum of the refunds differs from the payment');
  }

  /**
   * A prompt appears on the payer's phone: no earlier one of the order, or of the payer at the same link, may be open.
   */
  checkPrompt(prompt: OperatorTransaction): void {
    const payment = this.#byReference.get(prompt.reference);
    if (payment === undefined) throw new Violation('the operator was sent a payment that is not stored');
    const { operator } = this.#options;
    for (const other of operator.transactions) {
      if (other === prompt || other.state !== 'pending' || Math.abs(prompt.sentAt - other.sentAt) >= COOLDOWN_MS)
        continue;
      const earlier = this.#byReference.get(other.reference);
      if (earlier === undefined || earlier.resolution !== null) continue;
      const isSamePayer =
        earlier.link_id !== null && earlier.link_id === payment.link_id && earlier.msisdn === payment.msisdn;
      if (earlier.order_reference !== payment.order_reference && !isSamePayer) continue;
      throw new Violation('two prompts of an order or a link were open at once');
    }
  }
}

function hasFailed(transaction: OperatorTransaction | undefined): boolean {
  return transaction !== undefined && (transaction.state === 'failed' || transaction.wasFailed);
}
