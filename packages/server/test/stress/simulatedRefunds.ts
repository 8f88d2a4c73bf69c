import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId } from '@tsena/shared/merchant';
import { type RefundOptions, recordRefund, voidRefund } from '../../src/backoffice/refunds/refund.ts';
import { readReasons } from '../../src/core/rules/reviewReasons.ts';
import { countReviews } from '../../src/core/storage/reviews.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { ProblemError } from '../../src/input/problemError.ts';
import { orProblem } from '../support/orProblem.ts';
import { hasPaid } from './attemptInvariants.ts';
import type { AcknowledgedRefund } from './refundInvariants.ts';
import type { SimulatedDatabase } from './simulatedDatabase.ts';
import type { StoredFacts } from './storedPayments.ts';

/** A refund as its merchant knows it. */
interface KnownRefund extends AcknowledgedRefund {
  readonly id: RefundId;
  readonly paymentId: PaymentId;
  readonly amount: Ariary;
  isVoided: boolean;
}

/** A request for a refund. */
interface RefundRequest {
  readonly paymentId: PaymentId;
  readonly amount: Ariary;
  /** Its Idempotency-Key. */
  readonly key?: string | undefined;
  readonly reason?: string;
}

const REASON = 'simulated';
const BY = { name: 'Hanta', keyId: null, address: null };

/** Refunds with what their merchant knows of them, independent of the companion's database. */
export class SimulatedRefunds {
  readonly #known = new Map<RefundId, KnownRefund>();
  readonly #database: SimulatedDatabase;
  readonly #violated: (violation: string) => void;
  #keys = 0;

  constructor(database: SimulatedDatabase, violated: (violation: string) => void) {
    this.#database = database;
    this.#violated = violated;
  }

  /** The refunds that were answered. */
  get acknowledged(): readonly AcknowledgedRefund[] {
    return [...this.#known.values()];
  }

  /** A new Idempotency-Key. */
  createKey(): string {
    this.#keys += 1;
    return `key-${this.#keys}`;
  }

  /** Records a refund. The answer must follow from the rows that its transaction finds. */
  async record(companion: RefundOptions, { paymentId, amount, key, reason = REASON }: RefundRequest): Promise<void> {
    const request = {
      body: { amount, reason },
      by: BY,
      ...(key === undefined ? {} : { idempotency: { actor: BY.name, key } }),
    };
    let due: string | undefined;
    const observe = () => {
      due = this.#due(paymentId, amount, key, reason);
    };
    const result = await this.#database.judging(observe, () => orProblem(recordRefund(companion, paymentId, request)));
    if (result instanceof ProblemError) {
      const { remaining } = result.extras.members ?? {};
      this.#compare(amount, remaining === undefined ? result.code : `${result.code}, ${remaining} remain`, due);
      return;
    }
    const { id, status } = result;
    this.#compare(amount, due?.startsWith('ref_') ? `${id} ${status}` : status, due);
    if (this.#known.has(id) && key === undefined) this.#violated('two requests were answered with one refund');
    if (this.#known.has(id)) return;
    if (result.paymentId !== paymentId || result.amount !== String(amount))
      this.#violated(`a refund of ${amount} was answered ${JSON.stringify(result)}`);
    this.#known.set(id, { id, paymentId, amount, key, isVoided: status === 'voided' });
  }

  #compare(amount: number, answer: string, due: string | undefined): void {
    if (due !== undefined && answer !== due)
      this.#violated(`a refund of ${amount} was answered: ${answer}; due was: ${due}`);
  }

  /** The answer that is due: `recorded`, a refund that the key has recorded as it stands, or the refusal. */
  #due(paymentId: PaymentId, amount: number, key: string | undefined, reason: string): string {
    const { sqlite } = this.#database;
    const kept = sqlite
      .prepare<[string, string | undefined], { id: string; status: string; reason: string }>(
        `select refunds.id, status, reason from idempotency_keys join refunds on refunds.id = answer where endpoint = ? and key = ?`,
      )
      .get(`payments/${paymentId}/refunds`, key);
    if (kept !== undefined) return kept.reason === reason ? `${kept.id} ${kept.status}` : 'idempotency_key_reused';
    const payment = sqlite
      .prepare<[string], StoredPayment & { refunded: number }>(
        `select *, (select coalesce(sum(amount), 0) from refunds where payment_id = payments.id and refunds.status = 'recorded') as refunded
          from payments where id = ?`,
      )
      .get(paymentId);
    if (payment === undefined || !hasPaid(payment)) return 'refund_not_possible';
    const left = payment.amount - payment.refunded;
    return amount > left ? `refund_exceeds_payment, ${left} remain` : 'recorded';
  }

  /** Sends a recorded request again, with its Idempotency-Key, and then another one with that key. */
  async repeat(companion: RefundOptions, index: number): Promise<void> {
    const keyed = [...this.#known.values()].filter(({ key }) => key !== undefined);
    const request = keyed[index % Math.max(1, keyed.length)];
    if (request === undefined) return;
    await this.record(companion, request);
    await this.record(companion, { ...request, reason: 'another' });
  }

  /** Voids a refund: the answer says that it is voided. */
  async void(companion: RefundOptions, index: number): Promise<void> {
    const known = [...this.#known.values()][index % Math.max(1, this.#known.size)];
    if (known === undefined) return;
    const { status } = await voidRefund(companion, known.id, REASON, BY);
    if (status !== 'voided') this.#violated(`a voided refund is ${status}`);
    known.isVoided = true;
  }

  /**
   * A full refund of all paid payments of an order but one closes the review of the order as overpaid. A voided refund
   * opens it again.
   *
   * @returns how many payments of overpaid orders need no review for that because of a refund
   */
  async checkOverpaid({ payments, refunds }: StoredFacts): Promise<number> {
    const { db } = this.#database;
    const refunded = (id: PaymentId) =>
      refunds.reduce(
        (sum, { payment_id, amount, status }) => sum + (payment_id === id && status === 'recorded' ? amount : 0),
        0,
      );
    const isWhole = (payment: StoredPayment) => refunded(payment.id) < payment.amount;
    const open = payments.filter(({ history }) => {
      const kinds = history.map(({ kind }) => kind).filter((kind) => kind === 'order_overpaid' || kind === 'resolved');
      return kinds.at(-1) === 'order_overpaid';
    });
    const expected = open.filter((payment) => {
      const others = payments.filter(
        ({ id, order_reference }) => id !== payment.id && order_reference === payment.order_reference,
      );
      return isWhole(payment) && others.some((other) => hasPaid(other) && isWhole(other));
    });
    const shown = payments.filter((payment) => readReasons(payment).includes('overpaid')).map(({ id }) => id);
    const { overpaid: counted } = await countReviews(db);
    if (
      shown.length !== expected.length ||
      counted !== expected.length ||
      expected.some(({ id }) => !shown.includes(id))
    )
      this.#violated(
        `${shown.length} payments (${counted} counted) need review as overpaid instead of ${expected.length}`,
      );
    return open.length - expected.length;
  }
}
