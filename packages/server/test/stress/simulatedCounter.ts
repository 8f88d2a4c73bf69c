import type { Ariary, Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { COUNTER_ORDER_PREFIX } from '@tsena/shared/merchant';
import {
  type CounterContext,
  type SaleContext,
  sellAtCounter,
  startCounterPayment,
} from '../../src/backoffice/counter/counterPayment.ts';
import type { OpeningResult } from '../../src/core/payments/openAttempt.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { ProblemError } from '../../src/input/problemError.ts';
import { orProblem } from '../support/orProblem.ts';

const SELLER = { name: 'Rivo', keyId: null, address: null };

/** What a seller asks for, with one Idempotency-Key. Undefined: the companion makes the order. */
interface CounterRequest {
  readonly key: string;
  readonly order: OrderReference | undefined;
  readonly msisdn: Msisdn;
}

/** What a seller asks for whose customer has sent the money by hand, with one Idempotency-Key. */
interface SaleRequest {
  readonly key: string;
  readonly amount: Ariary;
  readonly transactionReference: string;
}

/**
 * The sellers at the counter, with the payment that each Idempotency-Key has led to, independent of the companion's
 * database.
 */
export class SimulatedCounter {
  readonly #requests: CounterRequest[] = [];
  readonly #sales: SaleRequest[] = [];
  /** The payment that each transaction has paid. */
  readonly #soldBy = new Map<string, PaymentId>();
  readonly #led = new Map<string, PaymentId>();
  readonly #violated: (violation: string) => void;

  constructor(violated: (violation: string) => void) {
    this.#violated = violated;
  }

  /** How many sales the sellers know of whose money was sent by hand. */
  get sales(): number {
    return this.#soldBy.size;
  }

  /** How many payments the sellers know of. */
  get payments(): number {
    return new Set(this.#led.values()).size;
  }

  /** A new request. */
  request(order: OrderReference | undefined, msisdn: Msisdn): CounterRequest {
    const request = { key: `key-${this.#requests.length}`, order, msisdn };
    this.#requests.push(request);
    return request;
  }

  /** A new request for a sale. */
  sale(amount: Ariary, transactionReference: string): SaleRequest {
    const sale = { key: `sale-${this.#sales.length}`, amount, transactionReference };
    this.#sales.push(sale);
    return sale;
  }

  /** A tap of a seller on a verdict. Returns the payment, if the money was taken. */
  async sell(
    context: SaleContext,
    { key, amount, transactionReference }: SaleRequest,
  ): Promise<StoredPayment | undefined> {
    const before = this.#led.get(key);
    const sold = await orProblem(
      sellAtCounter(context, {
        body: { amount, transactionReference },
        language: 'fr',
        isSeller: true,
        by: SELLER,
        idempotency: { actor: SELLER.name, key },
      }),
    );
    if (sold instanceof ProblemError) {
      if (before !== undefined) this.#violated(`a key of the counter led to a sale, and then to ${sold.code}`);
      return undefined;
    }
    const { id } = sold;
    if ((this.#led.get(key) ?? id) !== id)
      this.#violated('a key of the counter led to a sale, and then to another one');
    if ((this.#soldBy.get(transactionReference) ?? id) !== id) this.#violated('two sales were made by one transaction');
    this.#led.set(key, id);
    this.#soldBy.set(transactionReference, id);
    return sold;
  }

  /** A tap of a seller. */
  async take(context: CounterContext, { key, order, msisdn }: CounterRequest): Promise<OpeningResult> {
    const before = this.#led.get(key);
    const opening = await startCounterPayment(context, {
      body: { amount: 25_000 as Ariary, msisdn, ...(order === undefined ? {} : { order }) },
      msisdn,
      language: 'fr',
      isSeller: false,
      by: SELLER,
      idempotency: { actor: SELLER.name, key },
      addressHash: null,
      requestId: undefined,
    });
    const isAnswered = opening.kind === 'opened' || opening.kind === 'exists' || opening.kind === 'repeated';
    const led = this.#led.get(key);
    if (isAnswered && led === undefined) this.#led.set(key, opening.payment.id);
    else if (isAnswered && led !== opening.payment.id)
      this.#violated('a key of the counter led to a payment, and then to another one');
    // A refusal that was decided before the payment may arrive after it.
    else if (!isAnswered && before !== undefined)
      this.#violated(`a key of the counter led to a payment, and then to ${opening.kind}`);
    return opening;
  }

  /** Also an answer that was lost in a crash has used its key: each request has at most one order of its own. */
  check(payments: readonly Pick<StoredPayment, 'order_reference'>[]): void {
    const made = new Set(
      payments.map((one) => one.order_reference).filter((order) => order.startsWith(COUNTER_ORDER_PREFIX)),
    );
    if (made.size > this.#requests.filter(({ order }) => order === undefined).length + this.#sales.length)
      this.#violated('a request at the counter opened payments of two orders');
  }
}
