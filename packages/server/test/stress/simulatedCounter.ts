import type { Ariary, Msisdn } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import { COUNTER_ORDER_PREFIX } from '@tsena/shared/merchant';
import { type CounterContext, startCounterPayment } from '../../src/backoffice/counter/counterPayment.ts';
import type { OpeningResult } from '../../src/core/payments/openAttempt.ts';
import type { StoredPayment } from '../../src/database/schema.ts';

const SELLER = { name: 'Rivo', keyId: null, address: null };

/** What a seller asks for, with one Idempotency-Key. Undefined: the companion makes the order. */
interface CounterRequest {
  readonly key: string;
  readonly order: OrderReference | undefined;
  readonly msisdn: Msisdn;
}

/**
 * The sellers at the counter, with the payment that each Idempotency-Key has led to, independent of the companion's
 * database.
 */
export class SimulatedCounter {
  readonly #requests: CounterRequest[] = [];
  readonly #led = new Map<string, PaymentId>();
  readonly #violated: (violation: string) => void;

  constructor(violated: (violation: string) => void) {
    this.#violated = violated;
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
    if (made.size > this.#requests.filter(({ order }) => order === undefined).length)
      this.#violated('a request at the counter opened payments of two orders');
  }
}
