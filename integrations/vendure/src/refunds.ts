import { Inject, Injectable } from '@nestjs/common';
import { createMerchantClient, TsenaError } from '@tsena/node';
import { ConfigService, type Order, OrderService, type Payment, type RequestContext } from '@vendure/core';
import { TSENA_OPTIONS } from './constants.ts';
import { MIN_REFUND, toAriary } from './money.ts';
import type { Options } from './options.ts';
import { precisionOf } from './precision.ts';

const TIMEOUT_MS = 5_000;
const BY_HAND =
  'No money has moved: send it by hand from your account at the operator, then settle this refund with the operator’s reference.';

const LOST =
  'The companion did not answer. The refund may have been recorded. Try again with the same amount and reason: it is recorded once.';

const EXPLANATIONS: Readonly<Record<string, string>> = {
  merchant_key_invalid: 'The companion does not know the merchant key of this shop. No refund was recorded.',
  scope_insufficient: 'The merchant key may not record refunds: it needs the scope operate. No refund was recorded.',
  merchant_api_off: 'The merchant API of the companion is off. No refund was recorded.',
  payment_not_found: 'The companion does not know this payment. No refund was recorded.',
  refund_not_possible: 'The companion knows this payment as not paid, so that there is nothing to refund.',
  refund_exceeds_payment: 'The refund is larger than what is left of this payment. No refund was recorded.',
  idempotency_key_reused:
    'This refund was already recorded with another reason. Check the refunds of this payment in the companion’s dashboard.',
  companion_unreachable: LOST,
  // A proxy or a hoster answered in its place.
  answer_invalid: LOST,
};

/** A refund to record. */
interface RefundRequest {
  readonly reason: string;
  /** In Vendure's units. */
  readonly amount: number;
  readonly order: Order;
  readonly payment: Payment;
}

/** Records refunds. The operator's interface has no refunds: a person sends the money. */
@Injectable()
export class TsenaRefunds {
  constructor(
    @Inject(TSENA_OPTIONS) private readonly options: Options,
    @Inject(ConfigService) private readonly config: ConfigService,
    @Inject(OrderService) private readonly orders: OrderService,
  ) {}

  /**
   * Records a refund at the companion if there is a merchant key, and leaves a note on the order: the money must be
   * sent by hand.
   *
   * @throws TsenaError `order_invalid` for a fraction of an Ariary, or what the companion answers. Vendure then creates
   *   no refund
   */
  async record(ctx: RequestContext, { reason, amount, order, payment }: RefundRequest): Promise<void> {
    const ariary = toAriary(amount, precisionOf(this.config), MIN_REFUND);
    if (ariary === null) throw new TsenaError('order_invalid', 'A refund must be whole Ariary, at least 1.');
    const where = await this.#recordAtCompanion(ctx, payment, amount, {
      amount: ariary,
      reason: reason.trim() || `Order ${order.code}`,
    });
    await this.orders.addNoteToOrder(ctx, {
      id: order.id,
      note: `Tsena: a refund of Ar ${ariary}. ${where}${BY_HAND}`,
      isPublic: false,
    });
  }

  /** @returns a sentence that says whether the companion has the refund; empty without a merchant key */
  async #recordAtCompanion(
    ctx: RequestContext,
    payment: Payment,
    amount: number,
    body: { amount: string; reason: string },
  ): Promise<string> {
    const { companionUrl, merchantApiKey } = this.options;
    if (merchantApiKey === undefined) return '';
    const paymentId: unknown = payment.metadata.paymentId;
    if (typeof paymentId !== 'string')
      return 'It is not recorded at the companion: an administrator added the payment by hand. ';
    const earlier = await this.orders.getPaymentRefunds(ctx, payment.id);
    const client = createMerchantClient({ companionUrl, apiKey: merchantApiKey, timeoutMs: TIMEOUT_MS });
    // Vendure gives a refund its id only after this. Its number among the payment's refunds of the same amount, failed
    // ones too, stays the same after a lost answer, whatever was refunded meanwhile, so that the refund is recorded
    // once.
    const number = earlier.filter(({ total }) => total === amount).length + 1;
    let idempotencyKey = `vd-${paymentId}-${amount}-${number}`;
    for (;;) {
      const { id, status } = await client.refunds.record(paymentId, body, { idempotencyKey });
      if (status === 'recorded') return `It is recorded at the companion (${id}). `;
      // The record of an earlier try was voided.
      idempotencyKey = `vd-${id}`;
    }
  }

  /** What went wrong, what it means for the money, and what to do. */
  explain(error: TsenaError): string {
    return EXPLANATIONS[error.code] ?? `${error.message} (${error.code})`;
  }
}
