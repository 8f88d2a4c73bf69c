import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Refund, RefundId } from '@tsena/shared/merchant';
import { type RefundOptions, recordRefund, voidRefund } from '../../src/backoffice/refunds/refund.ts';
import type { Reader } from '../../src/core/storage/reads.ts';
import { countReviews, reviewReasonsAmong } from '../../src/core/storage/reviews.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { ProblemError } from '../../src/problemError.ts';
import { orProblem } from '../support/orProblem.ts';
import { hasPaid } from './attemptInvariants.ts';
import { type AcknowledgedRefund, findRefundViolations, findUnansweredRefunds } from './refundInvariants.ts';
import type { StoredFacts } from './storedPayments.ts';

const FIGURES = [
  'refunds',
  /** Refunds after which nothing of the payment was left. */
  'fullRefunds',
  'refundsVoided',
  /** Requests that were refused because the payment was not paid. */
  'refundsOfUnpaid',
  /** Requests that were refused because less than this was left of the payment. */
  'refundsTooLarge',
  /** Requests with an Idempotency-Key that had recorded a refund. */
  'refundsRepeated',
  /** Payments that needed no review as overpaid any more after a refund. */
  'overpaidRefunded',
] as const;
/** How often each thing happened to refunds. */
export type RefundFigures = Record<(typeof FIGURES)[number], number>;

/** The figures before the first refund. */
export function noRefunds(): RefundFigures {
  return Object.fromEntries(FIGURES.map((figure) => [figure, 0])) as RefundFigures;
}

/** The refunds of one press, or of several at the same time. */
export interface RefundPress {
  /** Of the payment's amount: some exceed what is left. */
  readonly thousandths: number;
  readonly times: number;
  /** Whether all have the same Idempotency-Key; otherwise they have none. */
  readonly sharesKey: boolean;
}

/** A refund as its merchant knows it. */
interface KnownRefund extends AcknowledgedRefund {
  readonly id: RefundId;
  isVoided: boolean;
}

/** A request with an Idempotency-Key, and its answer. */
interface KeyedRefund {
  readonly key: string;
  readonly refund: Refund;
  /** By the companion's clock, ms since 1970. */
  readonly recordedAt: number;
}

const REASON = 'simulated';
const BY = { name: 'Hanta', address: null };
/** A minute less than the seven days for which the companion keeps a key. */
const KEY_KEPT_MS = 7 * 24 * 60 * 60_000 - 60_000;

/** Refunds with what their merchant knows of them, independent of the companion's database. */
export class SimulatedRefunds {
  readonly #known = new Map<RefundId, KnownRefund>();
  #keyed: KeyedRefund[] = [];
  #keys = 0;
  /** The payments that needed review as overpaid at the last check. */
  #overpaid: ReadonlySet<PaymentId> = new Set();
  readonly figures = noRefunds();
  readonly #violated: (violation: string) => void;

  constructor(violated: (violation: string) => void) {
    this.#violated = violated;
  }

  /** The refunds that were answered. */
  get acknowledged(): readonly AcknowledgedRefund[] {
    return [...this.#known.values()];
  }

  /** Records refunds of a payment at the same time: as many as fit into what is left of it, and none if it is not paid. */
  async record(companion: RefundOptions, payment: StoredPayment, press: RefundPress): Promise<void> {
    const isPaidBefore = hasPaid(payment);
    const left = payment.amount - this.#sumOf(payment.id);
    const { amount, results } = await this.recordBeside(companion, payment, press);
    const fitting = Math.min(press.sharesKey ? 1 : press.times, Math.floor(left / amount));
    const due = isPaidBefore ? fitting : 0;
    const recorded = new Set(results.flatMap((result) => (result instanceof ProblemError ? [] : [result.id])));
    if (recorded.size !== due)
      this.#violated(`${recorded.size} refunds of ${amount} were recorded; ${left} of ${payment.amount} were left`);
    for (const result of results) {
      if (!(result instanceof ProblemError)) continue;
      if (press.sharesKey && due > 0)
        this.#violated(`an Idempotency-Key recorded a refund, and the same request was answered ${result.code}`);
      const refusal = isPaidBefore ? 'refund_exceeds_payment' : 'refund_not_possible';
      if (result.code !== refusal) this.#violated(`a refund of ${amount} was answered ${result.code} instead of ${refusal}`);
      const remaining = result.extras.members?.remaining;
      if (isPaidBefore && remaining !== String(left - due * amount))
        this.#violated(`a refused refund was answered that ${remaining} remain instead of ${left - due * amount}`);
    }
  }

  /** As {@link record}, while something else may change the payment: {@link check} tells whether the result is right. */
  async recordBeside(
    companion: RefundOptions,
    payment: StoredPayment,
    { thousandths, times, sharesKey }: RefundPress,
  ): Promise<{ readonly amount: number; readonly results: readonly (Refund | ProblemError)[] }> {
    const amount = Math.max(1, Math.floor((payment.amount * thousandths) / 1000)) as Ariary;
    this.#keys += sharesKey ? 1 : 0;
    const key = `key-${this.#keys}`;
    const request = { body: { amount, reason: REASON }, by: BY };
    const keyed = sharesKey ? { ...request, idempotency: { actor: BY.name, key } } : request;
    const recordedAt = companion.storage.clock.now();
    this.forgetKeys(recordedAt);
    const results = await Promise.all(Array.from({ length: times }, () => orProblem(recordRefund(companion, payment.id, keyed))));
    for (const refund of results) {
      if (refund instanceof ProblemError) {
        if (refund.code === 'refund_not_possible') this.figures.refundsOfUnpaid += 1;
        if (refund.code === 'refund_exceeds_payment') this.figures.refundsTooLarge += 1;
        continue;
      }
      if (this.#known.has(refund.id)) continue;
      if (refund.paymentId !== payment.id || refund.amount !== String(amount) || refund.status !== 'recorded')
        this.#violated(`a refund of ${amount} was answered ${JSON.stringify(refund)}`);
      this.#known.set(refund.id, { id: refund.id, paymentId: payment.id, amount, isVoided: false, ...(sharesKey ? { key } : {}) });
      if (sharesKey) this.#keyed.push({ key, refund, recordedAt });
      this.figures.refunds += 1;
      if (this.#sumOf(payment.id) === payment.amount) this.figures.fullRefunds += 1;
    }
    return { amount, results };
  }

  /** Sends a recorded request again, with its Idempotency-Key: the answer is the refund as it stands, and nothing is recorded. */
  async repeat(companion: RefundOptions, index: number): Promise<void> {
    this.forgetKeys(companion.storage.clock.now());
    const keyed = this.#keyed[index % Math.max(1, this.#keyed.length)];
    if (keyed === undefined) return;
    const { key, refund } = keyed;
    const body = { amount: Number(refund.amount) as Ariary, reason: REASON };
    const idempotency = { actor: BY.name, key };
    const again = await recordRefund(companion, refund.paymentId, { body, by: BY, idempotency });
    const status = this.#known.get(refund.id)?.isVoided ? 'voided' : 'recorded';
    if (again.id !== refund.id || again.status !== status)
      this.#violated(`a repeated refund was answered ${JSON.stringify(again)} instead of ${JSON.stringify(refund)}`);
    const another = { body: { ...body, reason: 'another' }, by: BY, idempotency };
    const other = await orProblem(recordRefund(companion, refund.paymentId, another));
    if (!(other instanceof ProblemError) || other.code !== 'idempotency_key_reused')
      this.#violated(`another refund with the same Idempotency-Key was answered ${JSON.stringify(other)}`);
    this.figures.refundsRepeated += 1;
  }

  /** Voids a refund several times at once: all answers say that it is voided. */
  async void(companion: RefundOptions, index: number, times: number): Promise<void> {
    const known = [...this.#known.values()][index % Math.max(1, this.#known.size)];
    if (known === undefined) return;
    const wasVoided = known.isVoided;
    const results = await Promise.all(Array.from({ length: times }, () => voidRefund(companion, known.id, REASON, BY)));
    for (const result of results) {
      if (result.status !== 'voided') this.#violated(`a voided refund is ${result.status}`);
    }
    known.isVoided = true;
    if (!wasVoided) this.figures.refundsVoided += 1;
  }

  /** Compares the refunds with the payments; holds at every moment. */
  async check(stored: StoredFacts, db: Reader): Promise<void> {
    const { payments, refunds } = stored;
    const voided = new Map(refunds.map(({ id, status }) => [id, status === 'voided']));
    const [violation] = [...findRefundViolations(stored, this.acknowledged), ...findUnansweredRefunds(refunds, this.acknowledged)];
    if (violation !== undefined) this.#violated(violation);
    for (const { id, isVoided } of this.#known.values())
      if (voided.get(id) !== isVoided) this.#violated(`${id} is stored as ${isVoided ? 'recorded' : 'voided'}`);
    await this.#checkOverpaid(db, payments);
  }

  /** A full refund of all paid payments of an order but one closes the review of the order as overpaid. A voided refund opens it again. */
  async #checkOverpaid(db: Reader, payments: readonly StoredPayment[]): Promise<void> {
    const kinds = ['order_overpaid', 'resolved'] as const;
    const events = await db.selectFrom('events').select(['payment_id', 'kind']).where('kind', 'in', kinds).orderBy('version').execute();
    const isWhole = (payment: StoredPayment) => this.#sumOf(payment.id) < payment.amount;
    const expected = payments.filter((payment) => {
      const isOpen = events.findLast(({ payment_id }) => payment_id === payment.id)?.kind === 'order_overpaid';
      const others = payments.filter(({ id, order_reference }) => id !== payment.id && order_reference === payment.order_reference);
      return isOpen && isWhole(payment) && others.some((other) => hasPaid(other) && isWhole(other));
    });
    const overpaid = new Set(expected.map(({ id }) => id));
    if (overpaid.size > 0 || this.#overpaid.size > 0) {
      const ids = payments.map(({ id }) => id);
      const shown = [...(await reviewReasonsAmong(db, ids))].filter(([, reasons]) => reasons.includes('overpaid'));
      const { overpaid: counted } = await countReviews(db);
      if (shown.length !== overpaid.size || counted !== overpaid.size || shown.some(([id]) => !overpaid.has(id)))
        this.#violated(`${shown.length} payments (${counted} counted) need review as overpaid instead of ${overpaid.size}`);
    }
    for (const id of this.#overpaid) {
      const payment = payments.find((one) => one.id === id);
      const siblings = payments.filter(({ order_reference }) => order_reference === payment?.order_reference);
      if (!overpaid.has(id) && siblings.some((one) => !isWhole(one))) this.figures.overpaidRefunded += 1;
    }
    this.#overpaid = overpaid;
  }

  #sumOf(id: PaymentId): number {
    return [...this.#known.values()].reduce((sum, one) => (one.paymentId === id && !one.isVoided ? sum + one.amount : sum), 0);
  }

  /** Keys that the companion may have deleted: after that, a repeated request is a new one. */
  forgetKeys(now: number): void {
    this.#keyed = this.#keyed.filter(({ recordedAt }) => now - recordedAt < KEY_KEPT_MS);
  }
}
